import { describe, expect, test } from 'vitest'
import { looksAt, moved, movedSource } from './moving.ts'

const added = `fromAuthjs: { since: '2026-11-15' }`

/** A configuration in its file, before and after the move. */
function inFile(options: string, module: string): string {
  return `import NextAuth from '${module}'\n\nexport const { auth } = NextAuth(${options})\n`
}

function expectMoved(before: string, after: string): void {
  expect(movedSource(inFile(before, 'next-auth'))).toBe(inFile(after, 'porticojs/next-auth'))
}

describe('people stay signed in', () => {
  test('by an option that is added to the session', () => {
    expectMoved(`{ providers: [] }`, `{ session: { ${added} }, providers: [] }`)
    expectMoved(`{}`, `{ session: { ${added} } }`)
    expectMoved(
      `{\n  // Who\n  providers: [],\n}`,
      `{\n  session: { ${added} },\n  // Who\n  providers: [],\n}`,
    )
  })

  test('in a session that says other things too, in its own manner', () => {
    expectMoved(`{ session: { maxAge: 9 } }`, `{ session: { ${added}, maxAge: 9 } }`)
    expectMoved(
      `{\n  session: {\n    maxAge: 9, // seconds\n  },\n}`,
      `{\n  session: {\n    ${added},\n    maxAge: 9, // seconds\n  },\n}`,
    )
  })

  test('unless the session stands elsewhere: then a person is told', () => {
    const code = `import NextAuth from 'next-auth'\nNextAuth({ session: rules() })\n`
    expect(looksAt(code)).toMatchObject([{ line: 2, note: expect.stringContaining('fromAuthjs') }])
  })
})

describe('a configuration is found', () => {
  const ways = {
    'in the options of version 4': (module: string, options: string) =>
      `import NextAuth, { NextAuthOptions } from '${module}'\nconst options: NextAuthOptions = ${options}\nexport default NextAuth(options)\n`,
    'in a route of the pages router': (module: string, options: string) =>
      `import NextAuth from '${module}'\nexport default (req, res) => NextAuth(req, res, ${options})\n`,
    'in a function of the request': (module: string, options: string) =>
      `import NextAuth from '${module}'\nexport const { auth } = NextAuth(async (req) => {\n  return ${options}\n})\n`,
    'by what it satisfies': (module: string, options: string) =>
      `import type { NextAuthConfig } from '${module}'\nexport default ${options} satisfies NextAuthConfig\n`,
    'by a call that only reads': (module: string, options: string) =>
      `import { getServerSession } from '${module}'\nconst options = ${options}\nconst session = getServerSession(options)\n`,
  }

  test.each(Object.entries(ways))('%s', (_, code) => {
    expect(movedSource(code('next-auth', '{ debug: true }'))).toBe(
      code('porticojs/next-auth', `{ session: { ${added} }, debug: true }`),
    )
  })

  test('in another file, which names nothing of Auth.js', () => {
    const files = moved({
      'auth.ts': `import NextAuth from 'next-auth'\nimport { options } from '@/lib/options'\nNextAuth({ ...options, adapter })\n`,
      'src/lib/options.ts': `export const options = { providers: [], session: { strategy: 'jwt' } }\n`,
      'src/other.ts': `export const options = { providers: [] }\n`,
    })
    expect(files['src/lib/options.ts']).toBe(
      `export const options = { providers: [], session: { ${added}, strategy: 'jwt' } }\n`,
    )
    // A session of its own would take the place of the other one, strategy and all.
    expect(files['auth.ts']).toContain(`NextAuth({ ...options, adapter })`)
    expect(files['src/other.ts']).toBe(`export const options = { providers: [] }\n`)
  })
})

describe('a split configuration', () => {
  const base = `import type { NextAuthConfig } from 'next-auth'\nexport const authConfig = { pages: {}, providers: [] } satisfies NextAuthConfig\n`
  const imports = `import NextAuth from 'next-auth'\nimport { authConfig } from './auth.config'\n`

  test.each([
    `NextAuth({ adapter, session: { strategy: 'jwt' }, ...authConfig })`,
    `NextAuth({ ...authConfig, providers: [] })`,
    `NextAuth({ ...authConfig, session: { strategy: 'jwt' } })`,
  ])('keeps its strategy, and names no option twice: %s', (call) => {
    const files = moved({
      'auth.config.ts': base,
      'auth.ts': `${imports}export const { auth } = ${call}\n`,
    })
    expect(files['auth.config.ts']).toBe(base.replace('next-auth', 'porticojs/next-auth'))
    const expected = call.replace('session: { ', `session: { ${added}, `)
    expect(files['auth.ts']).toContain(`export const { auth } = ${expected}\n`)
  })

  test('gets the day of its move from the environment', () => {
    const files = moved({
      '.env': 'AUTH_SECRET=q3Tn8Lk2Vw9Xc5Bz7Rm1Jf6Hd4Gs0PaYeUi\n',
      'auth.config.ts': base,
      'auth.ts': `${imports}NextAuth({ ...authConfig })\n`,
    })
    expect(files['.env']).toContain('AUTH_FROM_AUTHJS_SINCE=2026-11-15')
  })
})

describe('a configuration that a function makes is found', () => {
  const options = `{ debug: true }`
  const after = `{ session: { ${added} }, debug: true }`

  test.each([
    [
      'by the type that it returns',
      (module: string, it: string) =>
        `import type { AuthOptions } from '${module}'\nexport const getOptions = (): AuthOptions => (${it})\n`,
    ],
    [
      'by the type that it promises',
      (module: string, it: string) =>
        `import type { AuthOptions } from '${module}'\nexport async function getOptions(): Promise<AuthOptions> { return ${it} }\n`,
    ],
    [
      'by the type of its variable',
      (module: string, it: string) =>
        `import type { NextAuthConfig } from '${module}'\nexport const make: () => NextAuthConfig = () => (${it})\n`,
    ],
    [
      'by the call',
      (module: string, it: string) =>
        `import NextAuth from '${module}'\nfunction make() { return ${it} }\nexport default NextAuth(make())\n`,
    ],
    [
      'in CommonJS',
      (module: string, it: string) =>
        `const NextAuth = require('${module}').default\nmodule.exports = NextAuth(${it})\n`,
    ],
  ])('%s', (_, code) => {
    expect(movedSource(code('next-auth', options))).toBe(code('porticojs/next-auth', after))
  })

  test('in another file', () => {
    const files = moved({
      'auth.ts': `import NextAuth from 'next-auth'\nimport { make } from './options'\nNextAuth(make())\n`,
      'options.ts': `export const make = () => ({ providers: [] })\n`,
    })
    expect(files['options.ts']).toContain(added)
  })
})

test('a request and a response that are passed beside the options stay as they are', () => {
  const call = (options: string, module: string) =>
    `import { getServerSession } from '${module}'\ngetServerSession({ headers: h() }, { setHeader() {} }, ${options})\n`
  expect(movedSource(call('{ debug: true }', 'next-auth'))).toBe(
    call(`{ session: { ${added} }, debug: true }`, 'porticojs/next-auth'),
  )
})

describe('callbacks.jwt', () => {
  const query = `async jwt({ token }) { token.role = (await db.find(token.sub)).role; return token }`
  const refresh = `jwt({ token }) { if (Date.now() < token.expires) return token; return refreshed(token) }`

  test.each([query, refresh])('still runs at each read where it looks something up: %s', (jwt) => {
    expectMoved(
      `{ callbacks: { ${jwt} } }`,
      `{ session: { ${added}, updateAge: 0 }, callbacks: { ${jwt} } }`,
    )
    expectMoved(
      `{ session: { updateAge: 60 }, callbacks: { ${jwt} } }`,
      `{ session: { ${added}, updateAge: 60 }, callbacks: { ${jwt} } }`,
    )
    for (const stored of ['adapter', `session: { strategy: 'database' }`]) {
      const text = inFile(`{ ${stored}, callbacks: { ${jwt} } }`, 'next-auth')
      expect(movedSource(text)).not.toContain('updateAge')
    }
  })

  test('runs once a day in a configuration that is spread, and a person is told', () => {
    const text = inFile(`{ ...other, callbacks: { ${query} } }`, 'next-auth')
    expect(looksAt(text)).toMatchObject([{ note: expect.stringContaining('`updateAge: 0`') }])
  })

  test('signs out by null, and no longer by an empty token', () => {
    const jwt = (empty: string) =>
      `{ callbacks: { jwt({ token, user }) { if (!user) return ${empty}; return token } } }`
    for (const empty of ['{}', '{} as JWT', '{} as any']) {
      expect(movedSource(inFile(jwt(empty), 'next-auth'))).toContain('if (!user) return null;')
    }
  })
})

describe('options', () => {
  test.each(['experimental', 'skipCSRFCheck'])('%s goes', (name) => {
    const session = `session: { ${added} }`
    expectMoved(`{ ${name}: x, debug: true }`, `{ ${session}, debug: true }`)
    expectMoved(`{ debug: true, ${name}: x }`, `{ ${session}, debug: true }`)
    expectMoved(
      `{\n  debug: true,\n  ${name}: {\n    x: 1,\n  }, // why\n  // Pages\n  pages: {},\n}`,
      `{\n  ${session},\n  debug: true,\n  // Pages\n  pages: {},\n}`,
    )
  })

  test('a secret from the environment goes, because it is read anyway', () => {
    expectMoved(
      `{ debug: true, secret: process.env.NEXTAUTH_SECRET! }`,
      `{ session: { ${added} }, debug: true }`,
    )
    const written = `import NextAuth from 'next-auth'\nNextAuth({ secret: 'tiny' })\n`
    expect(looksAt(written)).toMatchObject([{ note: expect.stringContaining('AUTH_SECRET') }])
    expect(JSON.stringify(looksAt(written))).not.toContain('tiny')
  })

  test('the age of a token becomes the age of a session', () => {
    expectMoved(
      `{ jwt: { maxAge: 60 * 60 }, debug: true }`,
      `{ session: { maxAge: 60 * 60, ${added} }, debug: true }`,
    )
    expectMoved(
      `{ jwt: { secret: process.env.NEXTAUTH_SECRET }, debug: true }`,
      `{ session: { ${added} }, debug: true }`,
    )
  })

  test('options that say how old sessions are read stay where they are', () => {
    const both = (session: string) => `{ session: { ${session}maxAge: 9 }, jwt: { maxAge: 60 } }`
    expectMoved(both(''), both(`${added}, `))
    for (const option of [
      `jwt: { secret: 'other' }`,
      `cookies: { sessionToken: { name: 'mine', options: { domain } } }`,
      `useSecureCookies: false`,
    ]) {
      expectMoved(`{ ${option} }`, `{ session: { ${added} }, ${option} }`)
    }
  })

  test('an option that cannot be moved is named', () => {
    const notes = (options: string) =>
      looksAt(`import NextAuth from 'next-auth'\nNextAuth(${options})\n`).map(({ note }) => note)
    expect(notes(`{ jwt: { encode, decode } }`)).toEqual([expect.stringContaining('jwt.encode')])
  })

  test('options that version 4 ignores, or that nobody can choose, go', () => {
    expectMoved(
      `{ session: { jwt: true, generateSessionToken: () => nanoid() } }`,
      `{ session: { ${added} } }`,
    )
    expectMoved(`{ session: { jwt: true, maxAge: 9 } }`, `{ session: { ${added}, maxAge: 9 } }`)
  })

  test('`session.jwt` beside an adapter leaves sessions in the database, and a person is told', () => {
    const before = `{ adapter, session: { jwt: true } }`
    expectMoved(before, `{ adapter, session: { ${added} } }`)
    expect(looksAt(inFile(before, 'next-auth'))).toMatchObject([
      { note: expect.stringContaining('with an adapter, sessions are in the database') },
    ])
  })
})

describe('declarations', () => {
  test('extend one module instead of several', () => {
    expect(
      movedSource(`import type { DefaultSession, DefaultUser } from 'next-auth'

declare module "next-auth" {
  interface User extends DefaultUser { role?: string }
  interface Session { user: { role?: string } & DefaultSession["user"] }
}

declare module "next-auth/jwt" {
  /** Ours */
  interface JWT extends DefaultJWT { role?: string }
}
declare module '*.svg'
`),
    ).toBe(`import type { DefaultSession, DefaultUser } from 'porticojs/next-auth'
import type {} from "porticojs"

declare module "porticojs" {
  interface User extends DefaultUser { role?: string }
  interface Session { user: { role?: string } & DefaultSession["user"] }
  /** Ours */
  interface JWT extends DefaultJWT { role?: string }
}
declare module '*.svg'
`)
  })

  test('of a profile go, because anything may be read from one', () => {
    const interfaces = '  interface User { id: string }\n'
    const profile = '\n  /** Ours */\n  interface Profile {\n    groups: string[]\n  }\n'
    const declared = (module: string, body: string) =>
      `import '${module}'\n\ndeclare module '${module}' {\n${body}}\n`
    const text = movedSource(declared('next-auth', interfaces + profile), 'types.d.ts')
    expect(text).toContain("declare module 'porticojs' {\n  interface User { id: string }\n}")
    expect(text).not.toContain('Profile')
    expect(movedSource(text, 'types.d.ts')).toBe(text)
  })
})
