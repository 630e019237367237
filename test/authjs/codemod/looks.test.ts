import { describe, expect, test } from 'vitest'
import { looksAt, movedSource, planFor } from './moving.ts'

/** What is said about a configuration. */
function notesOn(options: string, files: Record<string, string> = {}, imports = ''): string[] {
  const code = `import NextAuth from 'next-auth'\n${imports}\nNextAuth(${options})\n`
  return looksAt(code, files).map(({ note }) => note)
}

describe('callbacks', () => {
  test.each([
    ['returns nothing', `signIn({ user }) { log(user) }`],
    ['returns nothing at one end', `async signIn({ user }) { if (user) return true }`],
    ['returns without a value', `signIn: () => { if (x) return; return true }`],
    ['throws or returns nothing', `signIn: function () { try { return true } catch {} }`],
    ['forgets a case', `signIn() { switch (x) { case 1: return true } }`],
  ])('one that %s is named', (_, callback) => {
    expect(notesOn(`{ callbacks: { ${callback} } }`)).toEqual([
      expect.stringContaining('`callbacks.signIn` may return nothing'),
    ])
  })

  test.each([
    `signIn: () => true`,
    `signIn({ user }) { if (user.ok) { return true } else { return '/not-yet' } }`,
    `signIn: async ({ user }) => user.email === 'ada@app.example' && !blocked`,
    `signIn() { try { return Boolean(check()) } catch { throw new Error('no') } }`,
    `signIn() { switch (x) { case 1: return true; default: return \`/\${x}\` } }`,
    `signIn() { list.forEach((one) => { touch(one) }); return x ? true : false }`,
  ])('one that answers on every way is not: %s', (callback) => {
    expect(notesOn(`{ callbacks: { ${callback} } }`)).toEqual([])
  })

  test('a sign-in that is let in by something else than `true` is named', () => {
    expect(notesOn(`{ callbacks: { signIn: async ({ user }) => user.email } }`)).toEqual([
      expect.stringContaining('returns `user.email`'),
    ])
    expect(notesOn(`{ callbacks: { signIn() { return isAllowed() } } }`)).toHaveLength(1)
  })

  test('one that refreshes the tokens of a platform is led to what does', () => {
    const refresh = `jwt({ token }) { return Date.now() < token.expires_at ? token : renew(token.refresh_token) }`
    expect(notesOn(`{ callbacks: { ${refresh} } }`)).toEqual([
      expect.stringContaining('`accessToken()`'),
    ])
    expect(notesOn(`{ callbacks: { jwt: ({ token }) => token } }`)).toEqual([])
  })

  test('a session or a token that may get lost is named', () => {
    expect(notesOn(`{ callbacks: { session({ session }) { session.x = 1 } } }`)).toEqual([
      '`callbacks.session` may return nothing: return a value on every way',
    ])
  })
})

describe('providers', () => {
  const imports = `import GitHub from 'next-auth/providers/github'
import Resend from 'next-auth/providers/resend'
import Credentials from 'next-auth/providers/credentials'
import Hydra from 'next-auth/providers/ory-hydra'
import BankId from '@auth/core/providers/bankid-no'`

  test.each([
    ['GitHub', 'AUTH_GITHUB_ID'],
    ['GitHub({ allowDangerousEmailAccountLinking: true })', 'AUTH_GITHUB_ID'],
    [`GitHub({ id: 'work' })`, 'AUTH_WORK_ID'],
    ['Hydra', 'AUTH_HYDRA_ID'],
    [`Resend({ from: 'a@b.example' })`, 'AUTH_RESEND_KEY'],
    ['GitHub({ clientId: process.env.GH_ID as string, clientSecret: secret })', 'GH_ID'],
  ])('%s without %s is named', (provider, variable) => {
    const options = `{ providers: [${provider}] }`
    expect(notesOn(options, {}, imports)).toEqual([expect.stringContaining(`${variable} is in no`)])
    expect(notesOn(options, { '.env.example': `${variable}=\n` }, imports)).toHaveLength(1)
    expect(notesOn(options, { 'apps/web/.env': `${variable}=x\n` }, imports)).toEqual([])
  })

  test.each(['Credentials({})', 'GitHub(options)', 'GitHub({ ...options })', 'custom'])(
    'need no look: %s',
    (provider) => {
      expect(notesOn(`{ providers: [${provider}] }`, {}, imports)).toEqual([])
    },
  )

  test('one that calls people by another id is named', () => {
    const keys = { '.env': 'AUTH_BANKID_NO_ID=x\n' }
    expect(notesOn(`{ providers: [BankId] }`, keys, imports)).toEqual([
      expect.stringContaining('`bankid_altsub`'),
    ])
  })
})

test('a sign-in that sends parameters to the platform is named', () => {
  const code = `import { signIn } from 'next-auth/react'
signIn('github', {}, { prompt: 'consent' })
signIn('github', { callbackUrl: '/' })
`
  expect(looksAt(code)).toMatchObject([
    { line: 2, note: expect.stringContaining('third argument') },
  ])
  expect(looksAt(code.replace('next-auth/react', './own'))).toEqual([])
})

describe('`redirect: false`', () => {
  const call = (provider: string, options: string) =>
    `import { signIn } from 'next-auth/react'\nsignIn(${provider}, { ${options} })\n`

  test('of a platform left the page all the same, and goes', () => {
    const after = call("'google'", `callbackUrl: '/'`).replace('next-auth', 'porticojs/next-auth')
    expect(movedSource(call("'google'", `redirect: false, callbackUrl: '/'`))).toBe(after)
  })

  test.each(['credentials', 'email', 'resend', 'my-login'])('of %s stays', (id) => {
    expect(movedSource(call(`'${id}'`, 'redirect: false'))).toContain('redirect: false')
  })

  test('of a provider that is not written there is named', () => {
    expect(looksAt(call('provider.id', 'redirect: false'))).toMatchObject([
      { note: expect.stringContaining('stays on the page') },
    ])
  })
})

describe('cookies of Auth.js', () => {
  test.each([
    `cookies().delete('next-auth.session-token')`,
    `const name = secure ? '__Secure-authjs.session-token' : ''`,
    'const header = `authjs.csrf-token=x`',
  ])('are named first where code handles them itself: %s', (code) => {
    expect(planFor({ 'lib/sign-out.ts': code }).looks).toMatchObject([
      {
        path: 'lib/sign-out.ts',
        importance: 'first',
        note: expect.stringContaining('a cookie of'),
      },
    ])
  })

  test('are read where a configuration names them', () => {
    const cookies = `{ cookies: { sessionToken: { name: '__Secure-next-auth.session-token' } } }`
    expect(notesOn(cookies)).toEqual([])
  })

  test('are named where `encode()` makes them', () => {
    const code = `import { encode } from 'next-auth/jwt'\nconst token = await encode({ token: {}, secret })\n`
    expect(looksAt(code)).toMatchObject([{ line: 2, importance: 'first' }])
  })
})

test('the second argument of version 4’s `authorize` is named where it is read as an object', () => {
  const imports = `import Credentials from 'next-auth/providers/credentials'`
  const provider = (body: string) =>
    `{ providers: [Credentials({ authorize(credentials, req) { ${body} } })] }`
  for (const body of [
    'log(req.headers["x-ip"])',
    'log(req.query.next)',
    'log(req?.headers?.host)',
  ]) {
    expect(notesOn(provider(body), {}, imports)).toEqual([
      expect.stringContaining('`authorize` is passed a `Request`'),
    ])
  }
  expect(notesOn(provider('log(req.headers.get("x-ip"))'), {}, imports)).toEqual([])
})

test('a module of version 3 has nothing in its place, and the look says what to do', () => {
  expect(looksAt(`import { useSession } from 'next-auth/client'\n`)).toMatchObject([
    { importance: 'first', note: expect.stringContaining('version 3') },
  ])
})

test('the providers of version 3 come one by one, and the look says so', () => {
  expect(looksAt(`import Providers from 'next-auth/providers'\n`)).toMatchObject([
    { importance: 'first', note: expect.stringContaining('porticojs/providers/github') },
  ])
})

describe('settings of tools', () => {
  test.each([
    ['next.config.mjs', "export default { transpilePackages: ['next-auth'] }\n"],
    ['vite.config.ts', "export default { ssr: { noExternal: ['@auth/sveltekit'] } }\n"],
    ['jest.config.js', "module.exports = { moduleNameMapper: { '^next-auth/react$': 'x' } }\n"],
  ])('are named if they name a package: %s', (path, text) => {
    expect(planFor({ [path]: text }).looks).toMatchObject([
      { path, line: 1, note: expect.stringContaining('take it out') },
    ])
  })

  test('are left alone where they import it, or keep an adapter', () => {
    const text =
      "import x from 'next-auth'\nexport default { transpilePackages: ['@auth/pg-adapter', x] }\n"
    expect(planFor({ 'next.config.mjs': text }).looks).toEqual([])
  })
})

describe('files beside the sources', () => {
  const source = `import NextAuth from 'next-auth'\nNextAuth({ providers: [] })\n`
  const looks = (files: Record<string, string>) => planFor({ 'auth.ts': source, ...files }).looks

  test.each([
    ['package.json', '{"dependencies":{"next":"12.3.4"}}', 'Next 13'],
    ['package.json', '{"devDependencies":{"typescript":"^4.9.5"}}', 'TypeScript 5'],
    ['package.json', '{"peerDependencies":{"next-auth":"4"}}', 'next-auth is a peer'],
    ['apps/web/tsconfig.json', '{"compilerOptions":{"types":["node","next-auth"]}}', 'next-auth'],
    ['vercel.json', '{"has":"authjs.session-token"}', 'portico.session'],
  ])('%s with %s is named', (path, text, said) => {
    expect(looks({ [path]: text })).toMatchObject([{ path, note: expect.stringContaining(said) }])
  })

  test('nothing is said about those that are new enough', () => {
    const manifest = '{"dependencies":{"next":"^14.1.0"},"devDependencies":{"typescript":"5.4.2"}}'
    expect(looks({ 'package.json': manifest })).toEqual([])
  })
})

test('looks are sorted by importance, and missing keys come last, once for a provider', () => {
  const code = `import NextAuth from 'next-auth'
import GitHub from 'next-auth/providers/github'
const keys = { clientId: process.env.GH_ID, clientSecret: process.env.GH_SECRET }
NextAuth({
  providers: [GitHub({ clientId: process.env.GH_ID, clientSecret: process.env.GH_SECRET })],
  callbacks: { signIn: () => allowed() },
  jwt: { encode },
})
`
  const looks = looksAt(code)
  expect(looks.map(({ importance }) => importance)).toEqual(['first', 'check', 'key'])
  expect(looks.at(-1)?.note).toContain('GH_ID and GH_SECRET are in no environment file')
})

test('a look that one file gives several times is listed once, with their number', () => {
  const cookie = `cookies().delete('next-auth.session-token')`
  const code = (count: number) => `import { auth } from 'next-auth'\n${`${cookie}\n`.repeat(count)}`
  const note = (count: number) => looksAt(code(count)).map((one) => [one.line, one.note])
  expect(note(1)).toEqual([[2, expect.not.stringContaining('more')]])
  expect(note(9)).toEqual([[2, expect.stringMatching(/ \(8 more in this file\)$/)]])
  const apart = { 'other.ts': code(1) }
  expect(looksAt(code(2), apart).map(({ path }) => path)).toEqual(['auth.ts', 'other.ts'])
})
