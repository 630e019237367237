import { createKey, publicJwk, type SigningKey } from '../../jwt.ts'
import { json } from '../../reply.ts'
import type { EmulatorContext } from '../../types.ts'

/** The largest number of published keys. */
const mostKeys = 20

/** The platform's keys, newest first; the first is made when first needed. */
export async function signingKeys(
  context: EmulatorContext,
  platform: string,
  algorithm: SigningKey['algorithm'],
): Promise<readonly [SigningKey, ...SigningKey[]]> {
  const [newest, ...older] = context.state.keys.get(platform) ?? []
  if (newest) return [newest, ...older]
  const made = await createKey(`key-${context.random.text(8)}`, algorithm)
  // A request at the same time may have made a key first, and signed with it.
  const [first = made, ...others] = context.state.keys.get(platform) ?? []
  context.state.keys.set(platform, [first, ...others])
  return [first, ...others]
}

/** Signs with a new key from now on; the old ones stay published unless `forget` is true. */
export async function rotateKeys(
  context: EmulatorContext,
  platform: string,
  algorithm: SigningKey['algorithm'],
  forget: boolean,
): Promise<void> {
  await signingKeys(context, platform, algorithm)
  const made = await createKey(`key-${context.random.text(8)}`, algorithm)
  const older = context.state.keys.get(platform) ?? []
  context.state.keys.set(platform, forget ? [made] : [made, ...older].slice(0, mostKeys))
}

/** The published keys (RFC 7517 §5). */
export async function keySet(keys: readonly SigningKey[]): Promise<Response> {
  return json({ keys: await Promise.all(keys.map(publicJwk)) })
}
