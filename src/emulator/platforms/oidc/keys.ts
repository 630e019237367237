import { createKey, publicJwk, type SigningKey } from '../../jwt.ts'
import { json } from '../../reply.ts'
import type { World } from '../../types.ts'

/** The platform's keys, newest first; the first is made when first needed. */
export async function keysOf(
  world: World,
  platform: string,
  algorithm: SigningKey['algorithm'],
): Promise<readonly [SigningKey, ...SigningKey[]]> {
  const [newest, ...older] = world.state.keys.get(platform) ?? []
  if (newest) return [newest, ...older]
  const made = await createKey(`key-${world.random.text(8)}`, algorithm)
  world.state.keys.set(platform, [made])
  return [made]
}

/** Signs with a new key from now on; the old ones stay published unless they are to be forgotten. */
export async function rotateKeys(
  world: World,
  platform: string,
  algorithm: SigningKey['algorithm'],
  forget: boolean,
): Promise<void> {
  const older = await keysOf(world, platform, algorithm)
  const made = await createKey(`key-${world.random.text(8)}`, algorithm)
  world.state.keys.set(platform, forget ? [made] : [made, ...older])
}

/** The published keys (RFC 7517 §5). */
export async function keySet(keys: readonly SigningKey[]): Promise<Response> {
  return json({ keys: await Promise.all(keys.map(publicJwk)) })
}
