import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { tellOf } from '../identity/happened.ts'
import { itemsOf } from '../identity/items.ts'
import type { Asker } from '../identity/require-user.ts'
import { changeUser } from '../identity/ways-in.ts'
import { answer, userCode } from './kinds.ts'
import type { OpenCode } from './open-code.ts'

/** The device has so long to fetch the answer. */
const fetchMs = 600_000

/** Approves or refuses what a device asked for, once. The person must still be signed in. */
export async function answerCode(
  context: Context,
  asker: Asker,
  { lookup, data }: OpenCode,
  approved: boolean,
): Promise<void> {
  const { config, services, request } = context
  const { userId } = asker
  const { client, scopes, ip, device } = data
  await changeUser(config, asker, async (inside) => {
    const taken = await itemsOf(context, userCode, inside).take(lookup)
    if (taken.state !== 'readable')
      throw new AuthError('Verification', 'The code was answered before', { field: 'user_code' })
    const user = await inside.getUser?.(userId)
    if (!user) throw new AuthError('SessionRequired', 'Nobody is signed in')
    const generation = user.sessionGeneration ?? ''
    await itemsOf(context, answer, inside).put({
      lookup: device,
      userId,
      data: { client, scopes, ip, approved, generation },
      secret: undefined,
      expires: new Date(services.now() + fetchMs),
    })
  })
  context.once = true
  const event = approved ? 'approveDevice' : 'denyDevice'
  await tellOf(context, request, { event, userId, detail: { client, ...(ip && { ip }) } })
}
