import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../../src/index.ts'
import { DeviceSignIn } from '../../../src/parts/device-sign-in.ts'
import type { sql } from '../../../src/storage/sql.ts'
import type { DeviceCalls } from '../../../src/types/device-sign-in.ts'
import { outside, plain } from '../../attacks/stage.ts'
import { setup } from '../../setup.ts'
import { type OrdinaryStorage, ordinaryStorages } from '../../storage/ordinary-storages.ts'
import { unique } from '../../storage/people.ts'
import { isServer, ofThisSuite, type Server, serverOf } from '../../storage/servers.ts'
import { bearing } from './house.ts'

const names = Object.keys(ordinaryStorages) as OrdinaryStorage[]

/** Somebody new, who is signed in, at two servers that share a storage. */
async function house(storage: Required<Storage>) {
  // Redis forgets by its own clock what has expired, so this story plays about now.
  const config = {
    providers: [plain],
    storage,
    parts: [DeviceSignIn({ clients: { tv: 'TV' } })],
    runtime: { now: Date.now },
  }
  const world = await outside([{ id: unique(), name: 'Ada' }])
  const [at, other] = [await setup(config, world), await setup(config, world)]
  await at.browser.signIn('plain')
  const as = (await at.browser.session())?.user.id ?? ''
  const auth = at.auth as typeof at.auth & DeviceCalls
  const post = async (handler: typeof auth.handler, path: string, form: object) => {
    const body = new URLSearchParams({ client_id: 'tv', ...form })
    const address = `https://app.test/api/auth/device/${path}`
    const response = await handler(new Request(address, { method: 'POST', body }))
    return (await response.json()) as Record<string, string>
  }
  const approve = async () => {
    const { user_code = '', device_code = '' } = await post(auth.handler, 'code', {})
    await at.browser.submit('/api/auth/device', { user_code })
    await at.browser.submit('/api/auth/device', { user_code, answer: 'approve', as })
    return device_code
  }
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const poll = (device_code: string, turn = 0) =>
    post((turn % 2 ? other : at).auth.handler, 'token', { grant_type, device_code })
  return { auth, userId: as, approve, poll }
}

for (const name of names.filter(ofThisSuite)) {
  const start = isServer(name) ? serverOf(name) : undefined
  describe.skipIf(isServer(name) && !start)(`devices on ${name}`, () => {
    let server: Server | undefined
    let storage: Required<Storage>
    beforeAll(async () => {
      server = await start?.()
      storage = ordinaryStorages[name](server?.address ?? '')
      if ('migrate' in storage) await (storage as ReturnType<typeof sql>).migrate()
    })
    afterAll(async () => {
      await storage?.close?.()
      await server?.stop()
    })

    test('are signed in once by fifty polls at two servers, listed and signed out', async () => {
      const { auth, userId, approve, poll } = await house(storage)
      const code = await approve()
      const polls = Array.from({ length: 50 }, (_, turn) => poll(code, turn))
      const keys = (await Promise.all(polls)).flatMap(({ access_token }) => access_token ?? [])
      expect(keys).toHaveLength(1)
      const request = bearing(keys[0] ?? '')
      expect((await auth.session(request))?.user.id).toBe(userId)
      const [device] = await auth.devices.list({ userId })
      expect(device).toMatchObject({ client: 'tv', name: 'TV', scopes: null })
      expect(device?.expires).toBeInstanceOf(Date)
      await auth.devices.end({ userId }, device?.id ?? '')
      expect(await auth.session(request)).toBeNull()
    })

    test('end with their user', async () => {
      const { auth, userId, approve, poll } = await house(storage)
      const { access_token = '' } = await poll(await approve())
      expect(await auth.session(bearing(access_token))).not.toBeNull()
      await auth.users.delete({ userId })
      expect(await auth.session(bearing(access_token))).toBeNull()
      expect(await storage.listItems({ userId })).toEqual({ items: [], next: null })
    })
  })
}
