import { describe, expect, test } from 'vitest'
import { looksAt, moved, movedSource } from './moving.ts'

const added = `fromAuthjs: fromAuthjs({ since: '2026-11-15' })`

/** A configuration in its file, before and after the move. */
function inFile(options: string, module: string): string {
  const ours = module.startsWith('portico') ? `import { fromAuthjs } from 'portico/authjs'\n` : ''
  return `import NextAuth from '${module}'\n${ours}\nexport const { auth } = NextAuth(${options})\n`
}

function expectMoved(before: string, after: string): void {
  expect(movedSource(inFile(before, 'next-auth'))).toBe(inFile(after, 'portico/next-auth'))
}

describe('people stay signed in', () => {
  test('because the session says so', () => {
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
    'as the options of version 4': (module: string, from: string, options: string) =>
      `import NextAuth, { NextAuthOptions } from '${module}'\n${from}const options: NextAuthOptions = ${options}\nexport default NextAuth(options)\n`,
    'in a route of the pages router': (module: string, from: string, options: string) =>
      `import NextAuth from '${module}'\n${from}export default (req, res) => NextAuth(req, res, ${options})\n`,
    'where it depends on the request': (module: string, from: string, options: string) =>
      `import NextAuth from '${module}'\n${from}export const { auth } = NextAuth(async (req) => {\n  return ${options}\n})\n`,
    'by what it satisfies': (module: string, from: string, options: string) =>
      `import type { NextAuthConfig } from '${module}'\n${from}export default ${options} satisfies NextAuthConfig\n`,
    'by a call that only reads': (module: string, from: string, options: string) =>
      `import { getServerSession } from '${module}'\n${from}const options = ${options}\nconst session = getServerSession(options)\n`,
  }

  test.each(Object.entries(ways))('%s', (_, code) => {
    const from = `import { fromAuthjs } from 'portico/authjs'\n`
    expect(movedSource(code('next-auth', '', '{ debug: true }'))).toBe(
      code('portico/next-auth', from, `{ session: { ${added} }, debug: true }`),
    )
  })

  test('in another file, which names nothing of Auth.js', () => {
    const files = moved({
      'auth.ts': `import NextAuth from 'next-auth'\nimport { options } from '@/lib/options'\nNextAuth({ ...options, adapter })\n`,
      'src/lib/options.ts': `export const options = { providers: [], session: { strategy: 'jwt' } }\n`,
      'src/other.ts': `export const options = { providers: [] }\n`,
    })
    expect(files['src/lib/options.ts']).toBe(
      `import { fromAuthjs } from 'portico/authjs'\nexport const options = { providers: [], session: { ${added}, strategy: 'jwt' } }\n`,
    )
    // What is spread later wins, so that its strategy is not lost.
    expect(files['auth.ts']).toContain(`NextAuth({ session: { ${added} }, ...options, adapter })`)
    expect(files['src/other.ts']).toBe(`export const options = { providers: [] }\n`)
  })
})

describe('options', () => {
  test.each(['experimental', 'useSecureCookies', 'raw', 'skipCSRFCheck'])('%s goes', (name) => {
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

  test('how long a token lasts is how long a session lasts', () => {
    expectMoved(
      `{ jwt: { maxAge: 60 * 60 }, debug: true }`,
      `{ session: { maxAge: 60 * 60, ${added} }, debug: true }`,
    )
    expectMoved(
      `{ session: { maxAge: 9 }, jwt: { maxAge: 60 } }`,
      `{ session: { ${added}, maxAge: 9 } }`,
    )
  })

  test('what cannot be moved is named', () => {
    const notes = (options: string) =>
      looksAt(`import NextAuth from 'next-auth'\nNextAuth(${options})\n`).map(({ note }) => note)
    expect(notes(`{ jwt: { encode, decode } }`)).toEqual([expect.stringContaining('jwt.encode')])
    expect(notes(`{ jwt: { secret: 'x' } }`)).toEqual([expect.stringContaining('jwt.secret')])
    expect(notes(`{ cookies: rules }`)).toEqual([expect.stringContaining('cookies')])
    expect(notes(`{ jwt: { secret: process.env.NEXTAUTH_SECRET } }`)).toEqual([])
  })

  test('the name of the old cookie is where old sessions are looked for, and its domain stays', () => {
    expectMoved(
      `{ cookies: { sessionToken: { name: \`\${prefix}mine\`, options: { domain: host(process.env.NEXTAUTH_URL), path: '/' } } } }`,
      `{ session: { fromAuthjs: fromAuthjs({ cookieName: \`\${prefix}mine\`, since: '2026-11-15' }) }, cookies: { domain: host(process.env.AUTH_URL) } }`,
    )
    expectMoved(
      `{ debug: true, cookies: { sessionToken: { name: 'mine' } } }`,
      `{ session: { fromAuthjs: fromAuthjs({ cookieName: 'mine', since: '2026-11-15' }) }, debug: true }`,
    )
  })

  test('what nobody can choose goes, and old names are new ones', () => {
    expectMoved(
      `{ session: { jwt: true, generateSessionToken: () => nanoid() } }`,
      `{ session: { ${added}, strategy: 'jwt' } }`,
    )
  })
})

describe('declarations', () => {
  test('extend our modules, and those that are one now are merged', () => {
    expect(
      movedSource(`import 'next-auth'

declare module "next-auth" {
  interface Session { role?: string }
}

// Tokens
declare module "next-auth/jwt" {
  interface JWT { role?: string }
}
`),
    ).toBe(`import 'portico/next-auth'

declare module "portico/next-auth" {
  interface Session { role?: string }
}

// Tokens
declare module "portico/next-auth/jwt" {
  interface JWT { role?: string }
}
`)
    expect(
      movedSource(`declare module '@auth/core/types' {
  interface Session { role?: string }
}
declare module '@auth/core/jwt' {
  /** Ours */
  interface JWT { role?: string }
}
declare module '*.svg'
`),
    ).toBe(`declare module 'portico/authjs' {
  interface Session { role?: string }
  /** Ours */
  interface JWT { role?: string }
}
declare module '*.svg'
`)
  })
})
