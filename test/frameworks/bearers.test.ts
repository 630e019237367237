import { describe, expect, onTestFinished, test } from 'vitest'
import { makeToken } from '../../src/access-tokens/token-text.ts'
import { Auth } from '../../src/index.ts'
import { keyText, makeKey } from '../../src/native-apps/key-text.ts'
import { AccessTokens } from '../../src/parts/access-tokens.ts'
import { NativeApps } from '../../src/parts/native-apps.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import { apps, begin, codeIn, exchange, namedIn } from '../native-apps/house.ts'
import { secret } from '../setup.ts'
import { type Door, guardedText, type OpenDoor } from './doors/door.ts'
import { doors, nodeDoors } from './doors/index.ts'

/** An application in a framework whose guard takes tokens that may read, and Ada, who has some. */
async function enter(open: OpenDoor) {
  const storage = memory()
  const create = (url: string) =>
    Auth({
      url,
      secret,
      storage,
      runtime: { env: { NODE_ENV: 'test' } },
      logger: { warn: () => {}, error: () => {} },
      parts: [
        AccessTokens({ scopes: ['read', 'write'], defaultScopes: ['read'] }),
        NativeApps(apps),
      ],
      providers: [
        Credentials({
          credentials: { name: { label: 'Name' } },
          authorize: ({ name }) => ({ id: String(name), name: String(name) }),
        }),
      ],
    })
  const made: ReturnType<typeof create>[] = []
  const door = await open((url) => {
    const auth = create(url)
    made.push(auth)
    return auth
  })
  onTestFinished(async () => void (await door.close()))
  const [auth] = made
  if (!auth) throw new Error('The door asked for no instance')
  const { id: userId } = await storage.createUser({ id: 'u-ada', name: 'Ada', emailVerified: null })
  const make = async (scope: 'read' | 'write') =>
    (await auth.tokens.create({ userId }, { name: 'CI', scopes: [scope] })).token
  const ask = (path: string, authorization: string, more: Record<string, string> = {}) =>
    door.send(path, { headers: { authorization, ...more } })
  return { ask, make, door }
}

/** Signs somebody in; returns their cookies and the origin of the application. */
async function signIn(door: Door): Promise<{ cookie: string; url: string }> {
  const url = new URL(door.port ? `http://127.0.0.1:${door.port}` : 'https://app.test').origin
  const signedIn = await door.send('/api/auth/callback/credentials', {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams({ name: 'noor' }),
  })
  const lines = signedIn.headers.getSetCookie()
  return { url, cookie: lines.map((line) => line.split(';')[0]).join('; ') }
}

const good = makeToken('portico_pat_')

/** Texts that a header may hold and that are no tokens, each in several places of one. */
const rubbish = [
  ...[
    '',
    ' ',
    '\t',
    ',',
    ';',
    '=',
    '"',
    "'",
    '\\',
    '/',
    '//',
    '..',
    '%00',
    '%',
    '%zz',
    '%E0%A4%A',
    '+',
    '-',
    '_',
    '.',
    '~',
  ],
  ...[
    '{}',
    '[]',
    'null',
    'undefined',
    'NaN',
    '__proto__',
    'constructor',
    'toString',
    '$where',

    '{{x}}',
    '<b>',
    '*',
    '?',
  ],
  ...[
    '\u00e9',
    '\u00ff',
    'a'.repeat(300),
    '0'.repeat(4000),
    '1e999',
    '-1',
    "' OR 1=1 --",
    ';DROP TABLE users',
    '\u0080',
    'Bearer',
  ],
]

/** Two hundred ways to send a bearer that begins as one of ours does and is none. */
function malformedLike(good: string, checked: number): string[] {
  const [prefix, start] = [good.slice(0, 12), good.slice(0, -checked)]
  return [
    ...rubbish.map((text) => `Bearer ${prefix}${text}`),
    ...rubbish.map((text) => `bearer  ${start}${text}`),
    ...rubbish.map((text) => `BEARER ${good}${text || '0'}`),
    ...rubbish.map((text) => `Bearer ${good.slice(0, 20)}${text || '!'}${good.slice(20)}`),
    ...rubbish.map((text) => `Bearer ${text}${good.slice(0, -1)}`),
  ].filter((header) => header.trim() !== `Bearer ${good}`)
}

const malformed = {
  'access tokens': malformedLike(good, 6),
  'keys of apps': malformedLike(keyText(makeKey()), 43),
}

test.each(Object.entries(malformed))('there are two hundred malformed %s', (_kind, headers) => {
  expect(new Set(headers).size).toBeGreaterThanOrEqual(200)
})

describe.each(Object.entries(doors))('%s', (name, open) => {
  test('lets a token in that has the scope, and no other', async () => {
    const { ask, make } = await enter(open)
    const reads = `Bearer ${await make('read')}`
    const guarded = await ask('/guarded', reads)
    expect([guarded.status, await guarded.text()]).toEqual([200, guardedText])
    expect(await (await ask('/home', reads)).text()).toBe('Hello Ada')
    const session = await ask('/api/auth/session', reads)
    expect(await session.json()).toMatchObject({ user: { name: 'Ada' }, scopes: ['read'] })
    expect(session.headers.get('vary')).toContain('Authorization')
    expect(session.headers.getSetCookie()).toEqual([])
    const refused = await ask('/guarded', `Bearer ${await make('write')}`)
    expect(refused.status).toBeGreaterThanOrEqual(300)
    expect(await refused.text()).not.toContain(guardedText)
  })

  test('tells a program that is refused what is wrong with its token, where it is answered at all', async () => {
    const { ask, make } = await enter(open)
    const json = { accept: 'application/json' }
    const refusals = [
      await ask('/guarded', `Bearer ${good}`, json),
      await ask('/guarded', `Bearer ${await make('write')}`, json),
    ]
    // Guards of some frameworks redirect everybody to the sign-in page.
    const said = refusals.map(({ status, headers }) =>
      status < 400 ? status : `${status} ${headers.get('www-authenticate')}`,
    )
    const told = ['401 Bearer error="invalid_token"', '403 Bearer error="insufficient_scope"']
    for (const [place, one] of said.entries())
      if (typeof one === 'string') expect(one).toBe(told[place])
    expect(said).toHaveLength(2)
  })

  test.each(Object.entries(malformed))(
    'answers below 500 to two hundred malformed %s, which are nobody',
    async (_kind, headers) => {
      const { ask, make } = await enter(open)
      // On a socket, bytes that no header may have do not reach the application.
      const sendable = headers.filter((header) => !(name in nodeDoors && /[^\t -~]/.test(header)))
      let asked = 0
      for (const header of sendable) {
        const session = await ask('/api/auth/session', header)
        expect([header, session.status]).toEqual([header, 200])
        expect(await session.json()).toBeNull()
        const guarded = await ask('/guarded', header)
        expect(guarded.status).toBeLessThan(500)
        expect(await guarded.text()).not.toContain(guardedText)
        asked++
      }
      expect(asked).toBeGreaterThan(180)
      expect((await ask('/guarded', `Bearer ${await make('read')}`)).status).toBe(200)
    },
  )

  test('lets an app in that signed in, and no longer once it signed out', async () => {
    const { ask, door } = await enter(open)
    const { cookie, url } = await signIn(door)
    const flow = begin()
    const post = (path: string, form: Record<string, string>, headers: Record<string, string>) =>
      door.send(`/api/auth/${path}`, { method: 'POST', headers, body: new URLSearchParams(form) })
    const press = (form: Record<string, string>) =>
      post('native-start', form, { cookie, origin: url })
    const as = namedIn(await (await press(flow.query)).text())
    const back = await press({ ...flow.query, as })
    const form = exchange(flow, codeIn(back.headers.get('location') ?? ''))
    const answer = await post('native-token', form, {})
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []])
    const { access_token: key } = await answer.json()
    const guarded = await ask('/guarded', `Bearer ${key}`)
    expect([guarded.status, await guarded.text()]).toEqual([200, guardedText])
    expect(await (await ask('/home', `Bearer ${key}`)).text()).toBe('Hello noor')
    const session = await ask('/api/auth/session', `Bearer ${key}`)
    expect(await session.json()).toMatchObject({ user: { name: 'noor' } })
    expect(session.headers.get('vary')).toContain('Authorization')
    expect(session.headers.getSetCookie()).toEqual([])
    await post('native-revoke', { token: key }, {})
    const after = await ask('/guarded', `Bearer ${key}`)
    expect(await after.text()).not.toContain(guardedText)
  })

  test('leaves a foreign Authorization header to the application, and the cookie in force', async () => {
    const { ask, door } = await enter(open)
    const { cookie } = await signIn(door)
    for (const foreign of ['Basic YWRhOng=', 'Bearer eyJhbGciOiJFUzI1NiJ9.e30.x', 'Digest x'])
      expect((await ask('/guarded', foreign, { cookie })).status).toBe(200)
    const ours = await ask('/guarded', `Bearer ${good}`, { cookie })
    expect(await ours.text()).not.toContain(guardedText)
  })
})
