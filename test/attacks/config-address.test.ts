import { describe, expect, test } from 'vitest'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import { origin, setup } from '../setup.ts'
import { base, stage } from './stage.ts'

describe('details for developers', () => {
  test.each([{ NODE_ENV: undefined }, { NODE_ENV: 'prod' }, { NODE_ENV: 'Production ' }])(
    'stay hidden unless the environment says development: %o',
    async (env) => {
      const secret = 'b7Qx2LmZ0sVt9RkYw4HdNf6GcJp1Ua8E'
      const { browser } = await stage({ runtime: { env }, secret })
      const page = await browser.visit(`${base}/callback/plain?state=made-up`)
      expect(page.headers.getSetCookie().join()).not.toContain('flash')
      const told = await browser.visit(`${base}/callback/plain?state=made-up`, {
        accept: 'application/json',
      })
      expect(await told.json()).not.toHaveProperty('developer')
    },
  )

  test.each(['development', ' Development', 'TEST'])(
    'are shown where NODE_ENV is “%s”',
    async (NODE_ENV) => {
      const { browser } = await stage({ runtime: { env: { NODE_ENV } } })
      const told = await browser.visit(`${base}/callback/plain?state=made-up`, {
        accept: 'application/json',
      })
      expect(await told.json()).toHaveProperty('developer')
    },
  )
})

describe('a mailed link', () => {
  async function mailFrom(host: string, config: object) {
    const links: string[] = []
    const provider = Email({
      from: 'app@app.test',
      sendVerificationRequest: ({ url }) => void links.push(url),
    })
    const { auth, log } = await setup({ providers: [provider], storage: memory(), ...config })
    const body = new URLSearchParams({ email: 'ada@people.test' })
    const headers = { origin: host }
    await auth.handler(
      new Request(`${host}/api/auth/signin/email`, { method: 'POST', headers, body }),
    )
    return { links, log }
  }

  test('stays unsent where only a stranger names the host, and the log asks for `url`', async () => {
    const { links, log } = await mailFrom('https://evil.test', { url: undefined })
    expect(links).toEqual([])
    expect(log.errors).toMatchObject([{ code: 'Configuration', field: 'url' }])
  })

  test.each([
    ['the configured address', origin, {}, origin],
    ['this machine', 'http://localhost:3000', { url: undefined }, 'http://localhost:3000'],
    ['what a trusted proxy says', 'https://a.test', { url: '', trustHost: true }, 'https://a.test'],
  ])('has %s', async (_, host, config, expected) => {
    const { links } = await mailFrom(host, config)
    expect(links.map((link) => new URL(link).origin)).toEqual([expected])
  })
})
