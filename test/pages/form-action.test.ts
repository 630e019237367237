import { expect, test } from 'vitest'
import { consentPage } from '../../src/emulator/pages/consent.ts'
import { base, stage } from '../attacks/stage.ts'

const policyOf = (response: Response) =>
  response.headers.get('content-security-policy')?.match(/form-action ([^;]*)/)?.[1] ?? ''

test('a form may lead to trusted origins without https, and to no others', async () => {
  const trustedOrigins = ['http://localhost:5173', 'http://*.localhost:4000', 'https://b.test']
  const { browser } = await stage({ trustedOrigins })
  const policy = policyOf(await browser.visit(`${base}/signin`)).split(' ')
  expect(policy).toEqual(["'self'", 'https:', 'http://localhost:5173', 'http://*.localhost:4000'])
  const other = await stage()
  expect(policyOf(await other.browser.visit(`${base}/signin`))).toBe("'self' https:")
})

test('the emulator’s consent page lets the application send people on', async () => {
  const page = await consentPage({
    signIn: { name: 'X', personas: [], fixed: [], meanings: {}, failures: {} },
    authorization: { app: 'App', redirect_uri: 'http://localhost:3000/back', scopes: [] },
    action: '/decide',
    request: '',
    chosen: undefined,
    exchange: {},
  } as unknown as Parameters<typeof consentPage>[0])
  const policy = policyOf(page).split(' ')
  for (const place of ['http://localhost:3000', 'https:', 'http://localhost:*']) {
    expect(policy).toContain(place)
  }
})
