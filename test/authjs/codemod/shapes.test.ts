import { describe, expect, test } from 'vitest'
import { readSource } from '../../../packages/codemod/src/source.ts'
import { looksAt, moved, movedSource, planFor } from './moving.ts'

/** Whatever the shape of a source: afterwards it is one, names nothing of Auth.js, has its own line ends, and stays as it is. */
function expectMoved(text: string, path: string): void {
  const { files, looks } = planFor({ [path]: text })
  const after = files[0]?.text ?? text
  expect(() => readSource(path, after), `${text}\n became \n${after}`).not.toThrow()
  expect(after).not.toMatch(/['"`](next-auth|@auth\/(core|express|sveltekit)|@next-auth)\b/)
  expect(/(?<!\r)\n/.test(after)).toBe(/(?<!\r)\n/.test(text))
  expect(planFor({ [path]: after }).files).toEqual([])
  expect(looks.filter(({ note }) => /by hand|could not/.test(note))).toEqual([])
}

const modules = [
  'next-auth',
  'next-auth/next',
  'next-auth/adapters',
  'next-auth/providers/google',
  '@auth/express',
  '@next-auth/typeorm-legacy-adapter',
]

const declarations = [
  'import A from',
  'import { Session as S, } from',
  'import A, { type Session as S, DefaultUser } from',
  'import A, * as all from',
  'import A, { default as B } from',
  'import { default as B, EventCallbacks } from',
  'import { "default" as B } from',
  'import {\n  // first, of them\n  Session, // second\n  /* third */ AdapterUser,\n} from',
  'import type { default as B, Adapter } from',
  'import type * as all from',
  'import {} from',
  'export * from',
  'export * as all from',
  'export { default } from',
  'export { Adapter as Y, AdapterUser, default as G } from',
  'export type { GoogleProfile } from',
  'export { CredentialsSignin, type Session, ExpressAuth } from',
]

const expressions = [
  'import("M")',
  'import(`M`)',
  "require('M').default",
  "require.resolve('M')",
  "vi.mock('M')",
  "vi.mock(import('M'), async (original) => ({ ...(await original()) }))",
  "jest.mock<typeof import('M')>('M', () => ({ ...jest.requireActual('M') }))",
  "vi.importActual('M')",
  "jest.unstable_mockModule('M', make)",
  "mock.module('M', () => ({}))",
]

test.each(modules)('every declaration, expression and type that brings %s is moved', (module) => {
  const prologues = [
    '',
    "'use server'\n",
    '#!/usr/bin/env node\n',
    '\ufeff',
    '"use client";\n/* x */ ',
  ]
  for (const [n, declaration] of declarations.entries()) {
    for (const end of ['', ';', ' // why, though', ' /* c */;']) {
      const text = `${prologues[n % 5]}${declaration} '${module}'${end}\nconst x = 1\n`
      expectMoved(text, 'a.ts')
      expectMoved(text.replaceAll('\n', '\r\n'), 'a.ts')
    }
  }
  for (const expression of expressions) {
    expectMoved(`const x = async () => ${expression.replaceAll(/\bM\b/g, module)}\n`, 'a.ts')
  }
  for (const type of [
    'import("M").Session["user"]',
    'typeof import("M")',
    'import("M").Adapter[]',
  ]) {
    expectMoved(`type T = ${type.replace('M', module)}\n`, 'a.ts')
  }
})

const properties = [
  'providers: []',
  'secret: process.env.NEXTAUTH_SECRET',
  'experimental: { a: 1 }',
  'skipCSRFCheck: x',
  'session: { jwt: true, generateSessionToken() { return "" } }',
  'jwt: { maxAge: 60 * 60, }',
  '...rest',
]

const layouts: Record<string, (p: string[]) => string> = {
  'on one line': (p) => `{ ${p.join(', ')} }`,
  'with a last comma': (p) => `{ ${p.join(', ')}, }`,
  'without blanks': (p) => `{${p.join(',')}}`,
  'on lines of their own': (p) => `{\n  ${p.join(',\n  ')},\n}`,
  'with commas in front': (p) => `{\n    ${p.join('\n  , ')}\n}`,
  'with comments': (p) => `{ // open\n  ${p.join(', /* c, d */\n  ')} /* e */\n}`,
  'with comments before commas': (p) => `{\n  /* a */ ${p.join(' /* b */, // c\n  ')} /* b */,\n}`,
  'beginning beside the brace': (p) => `{ ${p[0]},\n\n  // next\n  ${p.slice(1).join(', ')} }`,
}

const takers = [
  "import NextAuth from 'next-auth'\nexport default NextAuth(O)\n",
  "import type { NextAuthConfig } from 'next-auth';\nexport default O satisfies NextAuthConfig;\n",
  "import { SvelteKitAuth as Kit } from '@auth/sveltekit'\nexport const { handle } = Kit((async () => (O)),)\n",
]

test.each(Object.entries(layouts))('options are moved %s', (_, layout) => {
  for (const taker of takers) {
    for (const first of properties) {
      expectMoved(
        taker.replace('O', () => layout([first, '/* */ x'])),
        'a.ts',
      )
      for (const second of properties) {
        const rest = [first, second, 'skipCSRFCheck: x'].filter(
          (one, n, all) => all.indexOf(one) === n,
        )
        expectMoved(
          taker.replace('O', () => layout(rest)),
          'a.ts',
        )
      }
    }
  }
})

test('an option that stands alone leaves no comma', () => {
  const code = (options: string) => `import NextAuth from 'next-auth'\nNextAuth(${options})\n`
  expect(movedSource(code('{ secret: process.env.AUTH_SECRET, }'))).toContain(
    "NextAuth({ session: { fromAuthjs: { since: '2026-11-15' } },  })",
  )
})

test('the user of a session keeps the id that every user has, where others are left out', () => {
  const assign = (value: string) =>
    `import { useSession } from 'next-auth/react'\nsession.user = ${value}\n`
  const after = movedSource(assign('{ name: session.user.name }'), 'page.tsx')
  expect(after).toContain('session.user = { id: session.user.id, name: session.user.name }')
  for (const whole of ['{ ...session.user, role }', '{ id, name }', 'user'])
    expect(movedSource(assign(whole), 'page.tsx')).toContain(`session.user = ${whole}\n`)
})

describe('names that are handed on', () => {
  test('are called by our names, and types of modules are too', () => {
    expect(
      movedSource(`export type { Adapter, AdapterUser as Stored } from 'next-auth/adapters'
export { default, type GoogleProfile } from "next-auth/providers/google";
export type User = import('next-auth/adapters').AdapterUser
`),
    ).toBe(`export type { Storage as Adapter, StoredUser as Stored } from 'porticojs'
export { default } from "porticojs/providers/google";
export type { Profile as GoogleProfile } from "porticojs";
export type User = import('porticojs').StoredUser
`)
  })

  test('lead to the configuration, through however many files', () => {
    const options = `const options = {\n  providers: [],\n  experimental: {},\n}\nexport { options as authOptions }\n`
    const files = moved({
      'app/api/auth/[...nextauth]/route.ts': `import NextAuth from 'next-auth'\nimport { auth } from '@/lib'\nexport default NextAuth(auth)\n`,
      'lib/index.ts': `export * from './auth'\n`,
      'lib/auth/index.ts': `export { authOptions as auth } from './settings'\n`,
      'lib/auth/settings.ts': options,
    })
    expect(files['lib/auth/settings.ts']).not.toContain('experimental')
    expect(files['lib/auth/settings.ts']).toContain('fromAuthjs')
  })

  test('are named if porticojs calls them otherwise', () => {
    expect(looksAt(`export * from 'next-auth/adapters'`)).toMatchObject([
      { note: expect.stringContaining('other names') },
    ])
    expect(looksAt(`import Providers from 'next-auth/providers'`)).toMatchObject([
      { note: expect.stringContaining('version 3') },
    ])
  })
})

test('values that only look like a module stay', () => {
  const code = `fetch.mockReturnValue('next-auth')\nPromise.resolve('next-auth')\n`
  expect(movedSource(code)).toBe(code)
})

test('SvelteKit is passed names that are free, behind whatever parentheses', () => {
  expect(
    movedSource(`import { SvelteKitAuth } from '@auth/sveltekit'
import { env } from '$env/static/private'
const redirect = 1
export const { handle } = SvelteKitAuth((async () => config))
`),
  ).toBe(`import { SvelteKitAuth } from 'porticojs/authjs/sveltekit'
import { redirect as kitRedirect } from '@sveltejs/kit'
import { env as privateEnv } from '$env/dynamic/private'
import { env } from '$env/static/private'
const redirect = 1
export const { handle } = SvelteKitAuth((async () => config), { redirect: kitRedirect, env: privateEnv })
`)
})

describe('declarations', () => {
  test('of several modules are merged, with what they import, in their own lines', () => {
    const text = `import type { DefaultSession } from 'next-auth' // why
declare module 'next-auth' {
  interface Session { user: { role: string } & DefaultSession['user'] }
}
declare module 'next-auth/jwt' { interface JWT { owner: import('next-auth/adapters').AdapterUser } }
`
    for (const lines of [text, text.replaceAll('\n', '\r\n')]) expectMoved(lines, 'types.d.ts')
    expect(movedSource(text, 'types.d.ts')).toContain("owner: import('porticojs').StoredUser")
  })

  test('among global ones would take those away, so that they stay', () => {
    const text = `declare module '*.svg'\ndeclare module 'next-auth' {\n  interface Session { a: 1 }\n}\n`
    const { files, looks } = planFor({ 'types.d.ts': text })
    expect(files).toEqual([])
    expect(looks).toMatchObject([{ line: 2, note: expect.stringContaining('file of its own') }])
  })
})

test.each([
  '<script lang="ts" generics="T extends Record<string, string>">',
  '<script module>\n  import { a } from "b"\n</script>\n<script lang="ts">',
])('components are read: %s', (tag) => {
  const text = `${tag}\n  import { signIn } from 'next-auth/react'\n  import { a } from "b"\n  const f = <T>(x: T) => x\n</script>\n`
  expectMoved(text, 'Login.svelte')
})

test('decorators of parameters are read', () => {
  expectMoved(
    `import { Auth } from '@auth/core'\nclass A { constructor(@Inject(B) readonly b: B) {} }\n`,
    'a.ts',
  )
})

test('a comment between an option that goes and the next one stays', () => {
  const text = `import NextAuth from 'next-auth'\nNextAuth({ session: s, skipCSRFCheck: x, /* keep */ providers: [] })\n`
  expect(movedSource(text)).toContain('session: s, /* keep */ providers: []')
})

test('a reference to types leads to ours', () => {
  expect(movedSource(`/// <reference types="next-auth" />\nexport {}\n`, 'a.d.ts')).toBe(
    `/// <reference types="porticojs/next-auth" />\nexport {}\n`,
  )
})

test.each(['page.mdx', 'page.astro'])('%s is named, because nobody reads it here', (path) => {
  const text = `---\nimport { getSession } from 'next-auth/react'\n---\n`
  expect(planFor({ [path]: text }).looks).toMatchObject([{ path, line: 2, importance: 'first' }])
})

test('a type that only the application declares is imported from where it goes', () => {
  const files = moved({
    'types.d.ts': `import 'next-auth'\ndeclare module 'next-auth' {\n  interface OurUser { role: string }\n  interface Session { user: OurUser }\n}\n`,
    'a.ts': `import type { OurUser, Session } from 'next-auth'\n`,
  })
  expect(files['types.d.ts']).toContain(`declare module 'porticojs'`)
  expect(files['a.ts']).toBe(
    `import type { OurUser } from 'porticojs'\nimport type { Session } from 'porticojs/next-auth'\n`,
  )
})
