import { describe, expect, test } from 'vitest'
import { looksAt } from './moving.ts'

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

  test('a token that is looked up at each read is named', () => {
    const query = `async jwt({ token }) { token.role = (await db.user.find(token.sub)).role; return token }`
    expect(notesOn(`{ callbacks: { ${query} } }`)).toEqual([
      expect.stringContaining('`callbacks.jwt` looks something up'),
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
