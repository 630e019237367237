import { describe, expect, test, vi } from 'vitest'
import { Auth, type AuthConfig, AuthError, type AuthInstance } from '../../src/index.ts'
import Auth0 from '../../src/providers/auth0.ts'
import GitHub from '../../src/providers/github.ts'
import Resend from '../../src/providers/resend.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { webhooks } from '../../src/webhooks/part.ts'
import { strong } from '../attacks/mistakes.ts'
import { base, idp, outside, plain } from '../attacks/stage.ts'
import { origin, setup } from '../setup.ts'

const withoutKeys = { ...plain, clientId: undefined, method: webhooks(() => undefined) }

/** The same in production, where nothing is said to visitors. */
function production(config: Partial<AuthConfig>): { auth: AuthInstance; errors: AuthError[] } {
  const errors: AuthError[] = []
  const auth = Auth({
    providers: [],
    secret: strong,
    url: origin,
    logger: { error: (error) => void errors.push(error) },
    ...config,
    runtime: { env: { NODE_ENV: 'production' }, ...config.runtime },
  })
  return { auth, errors }
}

describe('one provider without its keys', () => {
  test('is refused alone: people sign in at the others', async () => {
    const { browser } = await setup({ providers: [withoutKeys, idp] }, await outside())
    await browser.signIn('idp')
    expect(await browser.session()).not.toBeNull()
  })

  test('is named once, at the start, with the variable that is missing', () => {
    const { errors } = production({ providers: [withoutKeys, idp] })
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({
      code: 'Configuration',
      provider: 'plain',
      field: 'providers.plain.clientId',
      variable: 'AUTH_PLAIN_ID',
      hint: 'Pass `clientId`, or set AUTH_PLAIN_ID.',
    })
  })

  test('stays unmentioned while the application is built', () => {
    vi.stubEnv('SVELTEKIT_FORK', 'true')
    const { errors } = production({ providers: [withoutKeys, idp] })
    vi.unstubAllEnvs()
    expect(errors).toEqual([])
  })

  test.each([
    ['POST', 'signin/plain'],
    ['GET', 'callback/plain?code=1&state=2'],
    ['POST', 'webhook/plain'],
  ])('refuses at its own routes: %s %s', async (method, path) => {
    const { auth, errors } = production({ providers: [withoutKeys, idp] })
    const headers = { origin, accept: 'application/json' }
    const response = await auth.handler(new Request(`${base}/${path}`, { method, headers }))
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ error: 'Configuration' })
    // Once at the start, once for the visitor.
    expect(errors.map(({ provider }) => provider)).toEqual(['plain', 'plain'])
  })

  test('tells visitors nothing of the variable in production', async () => {
    const { auth } = production({ providers: [withoutKeys, idp] })
    const form = { method: 'POST', headers: { origin, accept: 'text/html' } }
    const response = await auth.handler(new Request(`${base}/signin/plain`, form))
    const page = await response.text()
    expect(page).toContain('Sign-in isn’t available')
    expect(`${page}${JSON.stringify([...response.headers])}`).not.toMatch(/AUTH_PLAIN|clientId/)
  })

  test('is left out of the sign-in page and of /providers', async () => {
    const { auth } = production({ providers: [withoutKeys, idp] })
    const page = await (await auth.handler(new Request(`${base}/signin`))).text()
    expect(page).toContain(`${base}/signin/idp`.replace(origin, ''))
    expect(page).not.toContain('signin/plain')
    const list = await (await auth.handler(new Request(`${base}/providers`))).json()
    expect(Object.keys(list)).toEqual(['idp'])
  })

  test('is named to code that asks for it, and an unknown one is not found', async () => {
    const { auth } = production({ providers: [withoutKeys, idp], storage: memory() })
    const named = { code: 'Configuration', provider: 'plain', variable: 'AUTH_PLAIN_ID' }
    await expect(auth.signIn(new Headers(), 'plain')).rejects.toMatchObject(named)
    await expect(auth.accessToken({ userId: 'ada' }, 'plain')).rejects.toMatchObject(named)
    await expect(auth.signIn(new Headers(), 'nobody')).rejects.toMatchObject({ code: 'NotFound' })
  })
})

describe('a missing key', () => {
  const missing = [
    { what: 'a client id', provider: GitHub, env: {}, variable: 'AUTH_GITHUB_ID' },
    {
      what: 'a client secret',
      provider: TikTok,
      env: { AUTH_TIKTOK_ID: 'aw000000000000001' },
      variable: 'AUTH_TIKTOK_SECRET',
    },
    {
      what: 'a variable of its addresses',
      provider: Auth0,
      env: { AUTH_AUTH0_ID: 'id', AUTH_AUTH0_SECRET: 'words' },
      variable: 'AUTH_AUTH0_ISSUER',
    },
    {
      what: 'the key of a mail service',
      provider: Resend({ from: 'hello@app.test' }),
      env: {},
      variable: 'AUTH_RESEND_KEY',
    },
  ]

  test.each(missing)('$what: $variable', ({ provider, env, variable }) => {
    const { auth, errors } = production({
      providers: [provider, idp],
      storage: memory(),
      runtime: { env: { NODE_ENV: 'production', ...env } },
    })
    expect(errors).toMatchObject([{ variable }])
    expect(auth.basePath).toBe('/api/auth')
  })
})

describe('everything is refused, as before, when', () => {
  const wrong: { what: string; config: Partial<AuthConfig>; message: RegExp }[] = [
    {
      what: 'no provider is left',
      config: { providers: [withoutKeys] },
      message: /^The provider plain has no client id$/,
    },
    {
      what: 'none of several has keys: all are named',
      config: { providers: [withoutKeys, { ...idp, clientId: undefined }] },
      message: /2 problems:\n.*plain.*\n.*idp/,
    },
    {
      what: 'a provider is wrong in another way: both are named',
      config: { providers: [withoutKeys, { ...idp, issuer: 'http://idp.test' }] },
      message: /2 problems:\n.*not protected.*\n.*plain/,
    },
    {
      what: 'there is no secret either',
      config: { providers: [withoutKeys, idp], secret: '' },
      message: /2 problems:\n.*no secret.*\n.*plain/,
    },
    {
      what: 'the one without keys has the id of another',
      config: { providers: [plain, withoutKeys, idp] },
      message: /Two providers have the id "plain"/,
    },
    {
      what: 'another has the id of the one without keys',
      config: { providers: [withoutKeys, plain, idp] },
      message: /Two providers have the id "plain"/,
    },
  ]

  test.each(wrong)('$what', async ({ config, message }) => {
    const { auth, errors } = production(config)
    expect(errors).toHaveLength(1)
    expect(errors[0]?.message).toMatch(message)
    expect((await auth.handler(new Request(`${base}/session`))).status).toBe(500)
    await expect(auth.signIn(new Headers(), 'idp')).rejects.toBeInstanceOf(AuthError)
  })
})
