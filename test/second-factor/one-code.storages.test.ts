import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FactorCalls, SecondFactor } from '../../src/parts/second-factor.ts'
import { fromBase32 } from '../../src/second-factor/base32.ts'
import { stepAt, totpCode } from '../../src/second-factor/totp.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { base, outside, plain } from '../attacks/stage.ts'
import { setup } from '../setup.ts'
import { unique } from '../storage/people.ts'
import { isInstalled, ofThisSuite, sharedServers } from '../storage/servers.ts'
import { type Opened, storages } from '../storage/storages.ts'

const secrets = ['a secret that is long enough to be one']
const shared = sharedServers()
const names = [
  ...['memory', 'SQLite in a file', 'D1', 'PostgreSQL', 'MariaDB', 'Redis alone'],
  ...['Redis in front of SQLite', 'Redis as a cluster, through node-redis’ own client'],
]
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

for (const { name, server: needed, open } of storages.filter((one) => names.includes(one.name))) {
  const place = needed ?? name
  if (!ofThisSuite(place)) continue
  describe.skipIf(!isInstalled(place))(`one code and two servers on ${name}`, () => {
    let opened: Opened
    beforeAll(async () => {
      opened = await open({ secrets, now: Date.now }, needed && (await shared(needed)))
    })
    afterAll(async () => {
      await opened.storage.close?.()
      await opened.close?.()
    })

    /** Two servers of one application, and ten browsers in which Ada has proven the first factor. */
    async function waiting() {
      const world = await outside([{ id: unique(), name: 'Ada' }])
      const server = () =>
        setup(
          {
            providers: [plain],
            storage: opened.storage,
            parts: [SecondFactor()],
            runtime: { now: Date.now },
            limits: false,
          },
          world,
        )
      const first = await server()
      const servers = [first, await server()]
      const { factors } = first.auth as unknown as FactorCalls
      await first.browser.signIn('plain')
      const userId = (await first.browser.session())?.user.id ?? ''
      await factors.importTotp({ userId }, { secret })
      const codes = await factors.renewRecoveryCodes({ userId })
      const browsers = servers.flatMap((each) => Array.from({ length: 5 }, () => each.open()))
      for (const browser of browsers) await browser.signIn('plain')
      return { browsers, codes, factors, userId }
    }

    /** How many of the browsers have a session after all of them sent the same code at once. */
    async function entering(browsers: readonly TestBrowser[], code: string): Promise<number> {
      await Promise.all(browsers.map((each) => each.submit(`${base}/second-factor`, { code })))
      const sessions = await Promise.all(browsers.map((each) => each.session()))
      return sessions.filter(Boolean).length
    }

    test('let exactly one in with the code of an app', async () => {
      const { browsers } = await waiting()
      const key = fromBase32(secret) ?? new Uint8Array()
      const code = await totpCode(key, stepAt(Math.floor(Date.now() / 1000)))
      expect(await entering(browsers, code)).toBe(1)
      expect(await entering(browsers, code)).toBe(1)
    })

    test('let exactly one in with a recovery code', async () => {
      const { browsers, codes, factors, userId } = await waiting()
      expect(await entering(browsers, codes[0] ?? '')).toBe(1)
      expect(await factors.list({ userId })).toMatchObject({ recoveryCodes: 9 })
    })
  })
}
