import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { application } from '../flows/certified.ts'
import { certifiedWithLongTokens } from '../flows/long-tokens.ts'
import { setup } from '../setup.ts'

/** Node takes 16,384 bytes of headers of a request, and a browser sends more than cookies. */
const carried = 15_000

function bytesOf(response: Response): number {
  return response.headers.getSetCookie().join('').length
}

describe('nobody is locked out by cookies that servers refuse', () => {
  test('an address whose letters grow when they are written out is left out', async () => {
    const { browser } = await setup({ providers: [TikTok({ clientId: 'a', clientSecret: 'b' })] })
    const response = await browser.submit('/api/auth/signin/tiktok', {
      callbackUrl: `/${'中'.repeat(2000)}`,
    })
    expect(response.status).toBe(303)
    expect(bytesOf(response)).toBeLessThan(4_000)
  })

  test('tokens of a platform that no request could carry are left behind, and the log says so', async () => {
    const platform = await certifiedWithLongTokens(20_000)
    const { browser, errors } = application(platform)
    const response = await browser.signIn('certified')
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expect(bytesOf(response)).toBeLessThan(carried)
    expect(errors).toMatchObject([
      {
        code: 'Unsupported',
        message: expect.stringMatching(/^Tokens of platforms take \d+ bytes of cookies/),
      },
    ])
  })

  test('tokens that fit only without the session are left behind too', async () => {
    const platform = await certifiedWithLongTokens(8_000)
    const { browser, errors } = application(platform, {}, filling(4_000))
    const response = await browser.signIn('certified')
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expect(bytesOf(response)).toBeLessThan(carried)
    expect(errors).toHaveLength(1)
  })

  test('a session that no request could carry is refused, and the person keeps nothing', async () => {
    const platform = await certifiedWithLongTokens(10)
    const { browser, errors } = application(platform, {}, filling(20_000))
    const response = await browser.signIn('certified')
    expect(response.headers.get('location')).toContain('error=')
    expect(bytesOf(response)).toBeLessThan(carried)
    expect(await browser.session()).toBeNull()
    expect(errors).toMatchObject([
      { code: 'Unsupported', message: expect.stringMatching(/^Sessions take/) },
    ])
  })

  test('a second factor is not asked for where what waits for it fits into no request', async () => {
    const platform = await certifiedWithLongTokens(20_000)
    const { browser, errors } = application(
      platform,
      {},
      {
        storage: memory(),
        parts: [SecondFactor({ required: () => true })],
      },
    )
    const response = await browser.signIn('certified')
    expect(bytesOf(response)).toBeLessThan(carried)
    expect(await browser.session()).toBeNull()
    expect(errors).toMatchObject([
      { code: 'Unsupported', message: expect.stringMatching(/^Steps that wait take/) },
    ])
  })

  test.each([
    ['tokens', 3_000, 0],
    ['the jwt callback', 10, 3_000],
  ])(
    'cookies that some proxies refuse are told to the developer, once: %s',
    async (_, letters, more) => {
      const platform = await certifiedWithLongTokens(letters)
      const { browser, errors, warnings } = application(platform, {}, filling(more))
      await browser.signIn('certified')
      await browser.signIn('certified')
      expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
      expect(errors).toEqual([])
      expect(warnings.filter((line) => line.includes('tasks/proxy.md'))).toHaveLength(1)
    },
  )
})

/** A `jwt` callback that keeps so many letters. */
function filling(letters: number): Partial<AuthConfig> {
  return { callbacks: { jwt: ({ token }) => ({ ...token, notes: 'n'.repeat(letters) }) } }
}
