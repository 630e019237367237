import { describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../src/emulator/index.ts'
import { createKey, signJwt } from '../../src/emulator/jwt.ts'
import type { AuthConfig } from '../../src/index.ts'
import { origin, secret } from '../setup.ts'
import { base, errorOf, idp, plain, program, type Stage, stage } from './stage.ts'

/** Everything the application says to anybody, and everything that nobody may hear. */
async function overheard(config: Partial<AuthConfig> = {}) {
  const said: string[] = []
  const listen = (kind: 'error' | 'warn' | 'debug') =>
    vi.spyOn(console, kind).mockImplementation((...words) => void said.push(...words.map(String)))
  const quiet = [listen('error'), listen('warn'), listen('debug')]
  const at = await stage({ debug: true, logger: {}, ...config })
  const platforms = new Set(['https://plain.test', 'https://idp.test'])
  const hear = async (response: Response): Promise<Response> => {
    const location = response.headers.get('location')
    // The platform's own address carries what the platform must know: state, nonce and challenge.
    if (location && !platforms.has(new URL(location, origin).origin)) said.push(location)
    said.push(await response.clone().text())
    for (const line of response.headers.getSetCookie()) said.push(line)
    return response
  }
  const handler = at.auth.handler
  at.auth.handler = async (request) => hear(await handler(request))
  const visit = (url: string, headers: Record<string, string> = {}, method = 'GET') => {
    const cookie = [...at.browser.cookies].map((pair) => pair.join('=')).join('; ')
    const sent = { accept: 'text/html', cookie, origin, ...headers }
    return at.auth.handler(new Request(new URL(url, origin), { method, headers: sent }))
  }
  return { ...at, said, visit, quiet }
}

/** What must not be heard: fixed keys, and what came into being on the way. */
function secretsOf({ world }: Stage): string[] {
  const bodies = world.received.map(({ body }) => new Map(Object.entries(Object(body))))
  const named = ['code', 'code_verifier', 'refresh_token', 'client_secret', 'access_token']
  const sent = bodies.flatMap((body) => named.map((name) => body.get(name)))
  const bearers = world.received.map(({ headers }) => headers.authorization?.split(' ')[1])
  const words = [...sent, ...bearers].filter((word) => typeof word === 'string' && word.length > 5)
  return [secret, String(plain.clientSecret), String(idp.clientSecret), ...(words as string[])]
}

function expectSilence(said: readonly string[], secrets: readonly string[]): void {
  const everything = said.join('\n')
  expect(everything.length).toBeGreaterThan(0)
  expect(secrets.filter((word) => everything.includes(word))).toEqual([])
  const encoded = secrets.map((word) => encodeURIComponent(word))
  expect(encoded.filter((word) => everything.includes(word))).toEqual([])
}

/** A platform that repeats whatever it was sent, as some do. */
const echo = async ({
  text,
  headers,
  form,
}: {
  text: string
  headers: Headers
  form: URLSearchParams
}) =>
  Response.json(
    {
      error: 'invalid_grant',
      error_description: [...form.values(), headers.get('authorization'), text].join(' | '),
    },
    { status: 400 },
  )

describe.each(['plain', 'idp'])('during a sign-in through %s', (provider) => {
  const outcomes: [string, endpoint: string, answer: Fault['answer']][] = [
    ['the platform echoes what it got at the token endpoint', 'token', echo],
    ['the platform echoes what it got at user info', 'userinfo', echo],
    ['the token answer is unreadable', 'token', 'truncated'],
    [
      'the token cannot be carried',
      'token',
      () => Response.json({ access_token: 'act.secret\n', token_type: 'bearer' }),
    ],
    ['the client is refused', 'token', 'invalid_client'],
    ['the connection is cut', 'token', 'cut'],
    [
      'the token type is unknown',
      'token',
      () => Response.json({ access_token: 'act.secret', token_type: 'mac' }),
    ],
    ['user info is unreadable', 'userinfo', 'html'],
  ]

  /** Somebody signs in and looks around; nothing secret is heard. Tells how the sign-in ended. */
  async function visited(prepare: (at: Stage) => void): Promise<string | null> {
    // Who asks for an id token does not ask for user info, unless told to.
    const at = await overheard({ providers: [plain, { ...idp, idToken: false }] })
    prepare(at)
    const back = String(await at.world.approve(await at.browser.start(provider), { as: 'ada' }))
    const code = new URL(back).searchParams.get('code') ?? ''
    expect(code).toMatch(/^.{10,}$/)
    const answer = await at.visit(back)
    await at.visit(answer.headers.get('location') ?? '/')
    await at.visit(back)
    await at.visit(back, program)
    await at.visit(`${base}/session`)
    await at.visit(`${base}/error`)
    await at.visit(`${base}/providers`)
    // Session keys go to the browser that owns them, by Set-Cookie; the verifier and tokens only ever inside a seal.
    expectSilence(at.said, [...secretsOf(at), code, 'act.secret'])
    for (const spy of at.quiet) spy.mockRestore()
    return errorOf(answer)
  }

  test('every answer and log line leaves the secrets out when all goes well', async () => {
    expect(await visited(() => {})).toBeNull()
  })

  test.each(outcomes)(
    'every answer and log line leaves the secrets out when %s',
    async (_, endpoint, answer) => {
      const ended = await visited(({ world }) =>
        world.next({ endpoint, platform: provider, answer }),
      )
      expect(ended).toMatch(/^(Platform|Check)/)
    },
  )
})

test('an error that the application logs whole holds no secret, however deep one looks', async () => {
  const at = await stage()
  const forger = await createKey('mine', 'ES256')
  const token = await signJwt(
    { alg: 'ES256', kid: 'mine' },
    { sub: 'x' },
    'ES256',
    forger.pair.privateKey,
  )
  const answers = [
    echo,
    () => Response.json({ access_token: 'act.secret', token_type: 'mac' }),
    () => Response.json({ access_token: 'act.secret', token_type: 'bearer', id_token: token }),
    () => Response.json({ access_token: 'act.secret', token_type: 'bearer', id_token: 'x.y.z' }),
  ]
  for (const answer of answers) {
    at.world.next({ endpoint: 'token', platform: 'idp', answer })
    await at.browser.signIn('idp', { as: 'ada' })
  }
  const { inspect } = await import('node:util')
  const seen = inspect([at.log.errors, at.log.warnings], { depth: 20, showHidden: true })
  expectSilence([seen], [...secretsOf(at), 'act.secret', token])
  // What was left out is seen to be.
  expect(at.log.errors[0]?.platform?.description).toMatch(/\| … \|/)
})

test.each([
  ['error', 100],
  ['error_description', 300],
  ['log_id', 100],
])('a secret that stands where %s is cut leaves no half behind', async (field, longest) => {
  const at = await stage()
  const sent: string[] = []
  const atTheCut = async ({ form }: { form: URLSearchParams }) => {
    const words = ['code', 'code_verifier'].map((name) => form.get(name) ?? '')
    sent.push(...words.filter((word) => word.length >= 20))
    const repeated = `${'-'.repeat(longest - 12)}${sent.at(-1)}`
    return Response.json({ error: 'invalid_grant', [field]: repeated }, { status: 400 })
  }
  at.world.next({ endpoint: 'token', platform: 'idp', answer: atTheCut })
  await at.browser.signIn('idp', { as: 'ada' })
  expect(sent).not.toEqual([])
  const { inspect } = await import('node:util')
  const seen = inspect(at.log.errors, { depth: 20, showHidden: true })
  expect(seen).toContain('-'.repeat(longest - 12))
  expectSilence(
    [seen],
    sent.map((word) => word.slice(0, 10)),
  )
})

test('sealed cookies show nothing of what is in them', async () => {
  const at = await stage({ session: { strategy: 'cookie' } })
  await at.browser.start('plain', { callbackUrl: '/invoice/7', data: 'invite-7' })
  await at.browser.signIn('plain', { as: 'ada' })
  const values = [...at.browser.cookies.values()]
  // The session, the flow that was not finished, and, for all to see, which way was used last.
  expect(values).toHaveLength(3)
  expect(values).toContain('plain')
  const clear = values.flatMap((value) =>
    value.split('.').map((part) => Buffer.from(part, 'base64').toString()),
  )
  // Long words: three letters come about by chance.
  for (const word of ['invoice', 'invite', 'Lovelace', 'people.test', 'verifier', '"sub"']) {
    expect([...values, ...clear].join()).not.toContain(word)
  }
})

describe('one event is one line of the log', () => {
  const ugly = 'a\r\n[portico] forged\u001b[31m\u2028b\u0000'
  const clean = (line: string) => expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)

  test.each<[string, (at: Stage) => Promise<unknown>]>([
    [
      'the state',
      ({ browser }) =>
        browser.visit(`${base}/callback/plain?${new URLSearchParams({ state: ugly })}`),
    ],
    [
      'the error',
      ({ browser }) =>
        browser.visit(`${base}/callback/plain?${new URLSearchParams({ error: ugly })}`),
    ],
    [
      'the description',
      ({ browser }) =>
        browser.visit(
          `${base}/callback/plain?${new URLSearchParams({ error: 'server_error', error_description: ugly })}`,
        ),
    ],
    ['the provider', ({ browser }) => browser.visit(`${base}/signin/${encodeURIComponent(ugly)}`)],
    [
      'a parameter that is there twice',
      ({ browser }) =>
        browser.visit(
          `${base}/callback/plain?${encodeURIComponent(ugly)}=1&${encodeURIComponent(ugly)}=2`,
        ),
    ],
    [
      'the content type',
      ({ browser }) => browser.submit(`${base}/signout`, {}, { 'content-type': 'a\u001b[31m/b' }),
    ],
    [
      'the user agent',
      ({ browser }) => browser.visit(`${base}/nowhere`, { 'user-agent': 'x\u001b[31m' }),
    ],
    [
      'the platform',
      ({ world, browser }) => {
        world.next({
          endpoint: 'token',
          platform: 'plain',
          answer: () => Response.json({ error: ugly, error_description: ugly }, { status: 400 }),
        })
        return browser.signIn('plain', { as: 'ada' })
      },
    ],
  ])('also with line breaks in %s', async (_, attack) => {
    const lines: string[] = []
    const spies = (['error', 'warn'] as const).map((kind) =>
      vi.spyOn(console, kind).mockImplementation((line) => void lines.push(String(line))),
    )
    await attack(await stage({ logger: {} }))
    for (const spy of spies) spy.mockRestore()
    expect(lines).toHaveLength(1)
    lines.forEach(clean)
    const at = await stage()
    await attack(at)
    expect(at.log.warnings.length + at.log.errors.length).toBe(1)
    at.log.warnings.forEach(clean)
    for (const { message, hint, platform } of at.log.errors) {
      for (const text of [message, hint, ...Object.values(platform ?? {}).map(String)]) clean(text)
    }
  })
})
