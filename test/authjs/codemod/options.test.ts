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
    // What is spread later wins, so that its strategy is not lost.
    expect(files['auth.ts']).toContain(`NextAuth({ session: { ${added} }, ...options, adapter })`)
    expect(files['src/other.ts']).toBe(`export const options = { providers: [] }\n`)
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

  test('an option that nobody can choose goes, and an old name becomes the new one', () => {
    expectMoved(
      `{ session: { jwt: true, generateSessionToken: () => nanoid() } }`,
      `{ session: { ${added}, strategy: 'jwt' } }`,
    )
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
    ).toBe(`import type { DefaultSession, User as DefaultUser } from 'porticojs/next-auth'
import type {} from "porticojs"

declare module "porticojs" {
  interface User { role?: string }
  interface Session { user: { role?: string } & DefaultSession["user"] }
  /** Ours */
  interface JWT { role?: string }
}
declare module '*.svg'
`)
  })
})
