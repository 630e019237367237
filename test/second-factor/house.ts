import { expect } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import { type FactorCalls, SecondFactor } from '../../src/parts/second-factor.ts'
import { fromBase32 } from '../../src/second-factor/base32.ts'
import { stepAt, totpCode } from '../../src/second-factor/totp.ts'
import type { TestBrowser } from '../../src/testing.ts'
import type { SecondFactorOptions } from '../../src/types/second-factor.ts'
import { base, plain, type Stage, stage } from '../attacks/stage.ts'

/** An application that asks for second factors, and phones for its people. */
export async function house(
  options: SecondFactorOptions = {},
  config: Partial<AuthConfig> = {},
): Promise<House> {
  const { parts = [], ...rest } = config
  const at = await stage({
    providers: [plain],
    ...rest,
    parts: [SecondFactor(options), ...[parts].flat()],
  })
  const code = async (secret: string, minutes = 0) =>
    totpCode(
      fromBase32(secret) ?? new Uint8Array(),
      stepAt(Math.floor(at.world.clock.now() / 1000) + minutes * 60),
    )
  return { ...at, auth: at.auth as House['auth'], code }
}

export interface House extends Omit<Stage, 'auth'> {
  auth: Stage['auth'] & FactorCalls
  /** What a phone shows now, or would if its clock were wrong. */
  code(secret: string, minutes?: number): Promise<string>
}

/** Where an answer leads to. */
export function destination(response: Response): string {
  const { pathname, search } = new URL(response.headers.get('location') ?? 'none:')
  return pathname + search
}

/** What the setup page shows. */
export interface Shown {
  secret: string
  setup: string
}

/** Reads the page on which an app is set up. */
export async function openSetup(browser: TestBrowser, page = ''): Promise<Shown> {
  const response = await browser.visit(`${base}/second-factor-setup${page}`)
  expect(response.status).toBe(200)
  const text = await response.text()
  const secret = (/<code[^>]*>([^<]+)</.exec(text)?.[1] ?? '').replaceAll(' ', '')
  const setup = /name="setup" value="([^"]+)"/.exec(text)?.[1] ?? ''
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(text).toContain('<svg')
  return { secret, setup }
}

/** Somebody who is signed in sets an app up on the pages; returns its secret and their recovery codes. */
export async function enrol(
  { code }: House,
  browser: TestBrowser,
): Promise<{ secret: string; codes: string[] }> {
  const { secret, setup } = await openSetup(browser)
  const form = { setup, code: await code(secret) }
  const text = await (await browser.submit(`${base}/second-factor-setup`, form)).text()
  const codes = [...text.matchAll(/<code>([^<]+)<\/code>/g)].map(([, each = '']) => each)
  const proven = /name="proven" value="([^"]+)"/.exec(text)?.[1] ?? ''
  await browser.submit(`${base}/second-factor-setup`, { proven })
  return { secret, codes }
}

/** Ada has an app, and has signed out. The clock stands at a later step. */
export async function withAda(
  options: SecondFactorOptions = {},
  config: Partial<AuthConfig> = {},
): Promise<House & { secret: string; codes: string[]; userId: string }> {
  const at = await house(options, config)
  await at.browser.signIn('plain', { as: 'ada' })
  const userId = (await at.browser.session())?.user.id ?? ''
  const { secret, codes } = await enrol(at, at.browser)
  await at.browser.signOut()
  at.world.clock.advance('1m')
  return { ...at, secret, codes, userId }
}
