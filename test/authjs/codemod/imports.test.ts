import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newExport } from '../../../packages/codemod/src/export-names.ts'
import { looksAt, moved, movedSource } from './moving.ts'

const root = join(import.meta.dirname, '../../..')

describe('imports', () => {
  test.each([
    ['next-auth', 'porticojs/next-auth'],
    ['next-auth/react', 'porticojs/next-auth/react'],
    ['next-auth/jwt', 'porticojs/next-auth/jwt'],
    ['next-auth/middleware', 'porticojs/next-auth/middleware'],
    ['next-auth/webauthn', 'porticojs/next-auth/react'],
    ['next-auth/providers/github', 'porticojs/providers/github'],
    ['@auth/core/providers/azure-ad.js', 'porticojs/providers/azure-ad'],
    ['@auth/sveltekit/providers/ory-hydra', 'porticojs/providers/ory-hydra'],
    ['@auth/core', 'porticojs/authjs'],
    ['@auth/core/jwt', 'porticojs/next-auth/jwt'],
    ['@auth/express', 'porticojs/authjs/express'],
    ['@auth/sveltekit', 'porticojs/authjs/sveltekit'],
    ['@next-auth/prisma-adapter', '@auth/prisma-adapter'],
    ['@next-auth/typeorm-legacy-adapter', '@auth/typeorm-adapter'],
  ])('%s becomes %s, in whatever way it is imported', (old, next) => {
    const code = (name: string) => `import it from "${name}";
export { it as other } from '${name}' // a comment
export * from '${name}'
const lazy = () => import('${name}')
const common = require("${name}")
vi.mock('${name}', () => ({}))
`
    expect(movedSource(code(old))).toBe(code(next))
  })

  test('stay if they are no part of Auth.js, and so do its adapters', () => {
    const code = `import { PrismaAdapter } from '@auth/prisma-adapter'
import thing from 'next-authentic'
import other from '@author/next-auth'
const text = 'next-auth'
`
    expect(movedSource(code)).toBe(code)
  })

  test('types that providers and adapters export are called by our names', () => {
    expect(
      movedSource(`import type { Adapter, AdapterUser, VerificationToken } from "next-auth/adapters"
import type { OAuthConfig, OAuthUserConfig } from "next-auth/providers"
import { type OAuthUserConfig as Options } from '@auth/core/providers/oauth'
import Google, { type GoogleProfile } from 'next-auth/providers/google';
import type { DiscordProfile } from 'next-auth/providers/discord'
type User = import("next-auth").User
`),
    ).toBe(`import type { Storage as Adapter, StoredUser as AdapterUser, VerificationToken } from "porticojs"
import type { OAuthConfig, OAuthUserConfig } from "porticojs"
import { type OAuthUserConfig as Options } from 'porticojs'
import Google from 'porticojs/providers/google';
import type { Profile as GoogleProfile } from 'porticojs';
import type { Profile as DiscordProfile } from 'porticojs'
type User = import("porticojs/next-auth").User
`)
  })

  test('names of version 4 go on to be used', () => {
    expect(
      movedSource(`import { unstable_getServerSession, type DefaultUser } from 'next-auth'
import { TypeORMLegacyAdapter } from '@next-auth/typeorm-legacy-adapter'
`),
    ).toBe(`import { getServerSession as unstable_getServerSession, type DefaultUser } from 'porticojs/next-auth'
import { TypeORMAdapter as TypeORMLegacyAdapter } from '@auth/typeorm-adapter'
`)
  })

  test('users of version 4 have an id, and those of version 5 may have none', () => {
    const files = { 'a.ts': "import type { User } from 'next-auth'\n" }
    const of = (version: string) =>
      moved({ ...files, 'package.json': `{"dependencies":{"next-auth":"${version}"}}` })['a.ts']
    expect(of('^4.24.5')).toBe("import type { UserWithId as User } from 'porticojs/next-auth'\n")
    expect(of('5.0.0-beta.25')).toBe("import type { User } from 'porticojs/next-auth'\n")
  })

  test('the type of an account that a schema names is there', () => {
    expect(
      movedSource(`import type { AdapterAccountType } from "next-auth/adapters";
export const type = text("type").$type<AdapterAccountType>().notNull();
`),
    ).toBe(`import type { ProviderType as AdapterAccountType } from "porticojs";
export const type = text("type").$type<AdapterAccountType>().notNull();
`)
  })

  test('an import is taken apart where its names are in several modules now', () => {
    expect(
      movedSource(`import { ExpressAuth, type Session, CredentialsSignin } from "@auth/express";
import type { NextAuthOptions, EventCallbacks, LoggerInstance as Log } from 'next-auth'
`),
    ).toBe(`import { ExpressAuth } from "porticojs/authjs/express";
import type { Session } from "porticojs";
import { CredentialsSignin } from "porticojs/authjs";
import type { NextAuthOptions } from 'porticojs/next-auth'
import type { Events as EventCallbacks, Logger as Log } from 'porticojs'
`)
  })

  test('SvelteKit is passed what Auth.js took by itself', () => {
    expect(
      movedSource(`import { SvelteKitAuth } from '@auth/sveltekit'
import GitHub from '@auth/sveltekit/providers/github'
export const { handle } = SvelteKitAuth({ session: { fromAuthjs: false }, providers: [GitHub] })
`),
    ).toBe(`import { SvelteKitAuth } from 'porticojs/authjs/sveltekit'
import { redirect } from '@sveltejs/kit'
import { env } from '$env/dynamic/private'
import GitHub from 'porticojs/providers/github'
export const { handle } = SvelteKitAuth({ session: { fromAuthjs: false }, providers: [GitHub] }, { redirect, env })
`)
    expect(
      movedSource(`import { SvelteKitAuth } from '@auth/sveltekit';
import { error, redirect } from '@sveltejs/kit';
SvelteKitAuth(async (event) => configOf(event));
`),
    ).toBe(`import { SvelteKitAuth } from 'porticojs/authjs/sveltekit';
import { env } from '$env/dynamic/private';
import { error, redirect } from '@sveltejs/kit';
SvelteKitAuth(async (event) => configOf(event), { redirect, env });
`)
  })

  test('a module that has no counterpart is named, and left', () => {
    const code = `import { useSession } from 'next-auth/client'\n`
    expect(movedSource(code)).toBe(code)
    expect(looksAt(`\n${code}`)).toMatchObject([
      { path: 'auth.ts', line: 2, note: expect.stringContaining('next-auth/client') },
    ])
    expect(looksAt(`import { __NEXTAUTH } from 'next-auth/react'`)).toMatchObject([
      { note: 'nothing comes in the place of __NEXTAUTH of next-auth/react' },
    ])
    expect(looksAt(`import type { Odd } from 'next-auth/adapters'`)).toMatchObject([
      { note: 'nothing comes in the place of Odd of next-auth/adapters' },
    ])
  })

  test('a name that is somewhere else now is imported from there', () => {
    const code = `import NextAuth, { getServerSession } from "next-auth/next";
import { ExpressAuth, customFetch } from '@auth/express'
`
    expect(movedSource(code)).toBe(`import NextAuth from "porticojs/next-auth";
import { getServerSession } from "porticojs/next-auth/next";
import { ExpressAuth } from 'porticojs/authjs/express'
import { customFetch } from 'porticojs/authjs'
`)
  })

  test('scripts of Svelte and Vue components are read, and the rest of the file is not', () => {
    const component = (name: string) => `<!-- from 'next-auth' -->
<script lang="ts">
  import { signIn } from '${name}'
  const a = 1 < 2
</script>
<button on:click={() => signIn()}>{a}</button>
`
    expect(movedSource(component('@auth/core'), 'Login.svelte')).toBe(component('porticojs/authjs'))
    expect(movedSource(component('next-auth/react'), 'Login.vue')).toBe(
      component('porticojs/next-auth/react'),
    )
  })

  test('JSX, decorators, generics and lines of Windows are no hindrance', () => {
    const code = (name: string) =>
      `import { useSession } from '${name}'\r\n@Guard()\r\nexport class Page<T,> {\r\n  view = <T,>(x: T) => <p title="next-auth">{x satisfies T}</p>\r\n}\r\n`
    expect(movedSource(code('next-auth/react'), 'page.tsx')).toBe(code('porticojs/next-auth/react'))
  })

  test('a file that cannot be read is named, and the others are moved', () => {
    expect(looksAt(`import x from 'next-auth' (`)).toMatchObject([
      { path: 'auth.ts', note: expect.stringContaining('could not be read') },
    ])
  })
})

describe('the tables of imports', () => {
  test('every provider of Auth.js has a file here', () => {
    const theirs = globSync('node_modules/@auth/core/providers/*.js', { cwd: root })
    const names = theirs.map((file) => basename(file, '.js'))
    const types = ['index', 'provider-types', 'oauth', 'oauth-types', 'webauthn-types']
    const ours = globSync('src/providers/*.ts', { cwd: root }).map((file) => basename(file, '.ts'))
    expect(names.length).toBeGreaterThan(80)
    expect(names.filter((name) => !ours.includes(name) && !types.includes(name))).toEqual([])
  })

  test('every type has a name in porticojs', () => {
    const exported = readFileSync(join(root, 'src/index.ts'), 'utf8')
    const old = [
      'Adapter',
      'AdapterAccount',
      'AdapterAccountType',
      'AdapterAuthenticator',
      'AdapterSession',
      'AdapterUser',
    ]
    const types = ['CredentialsConfig', 'EmailConfig', 'OAuthConfig', 'Provider', 'GithubProfile']
    const models = ['Account', 'Profile', 'Session', 'User', 'LoggerInstance', 'PagesOptions']
    for (const name of [...old, ...types, ...models, 'SendVerificationRequestParams']) {
      const { module, name: next } = newExport({ kind: 'types', name: 'porticojs' }, name) ?? {}
      expect(module).toBe('porticojs')
      expect(exported, name).toMatch(new RegExp(`\\b${next}\\b`))
    }
  })
})

test('components for SvelteKit become files of the application, once', () => {
  const header = (imports: string) => `<script lang="ts">\n  ${imports}\n</script>\n\n<SignIn />\n`
  const before = {
    'src/header.svelte': header(
      'import { SignIn, SignOut as Leave } from "@auth/sveltekit/components"',
    ),
  }
  const after = moved(before)
  expect(after['src/header.svelte']).toBe(
    header(
      'import SignIn from "$lib/auth/SignIn.svelte"\n  import Leave from "$lib/auth/SignOut.svelte"',
    ),
  )
  expect(after['src/lib/auth/SignIn.svelte']).toContain('name="providerId" value={provider}')
  expect(after['src/lib/auth/SignOut.svelte']).toContain('action="/{signOutPage}"')
  // With `checkJs`, an undefined default alone would make `options.redirectTo` an error.
  const typed = '/** @type {{ redirectTo?: string } | undefined} */\n  export let options'
  expect(after['src/lib/auth/SignIn.svelte']).toContain(typed)
  expect(after['src/lib/auth/SignOut.svelte']).toContain(typed)
  expect(moved(after)).toEqual(after)
})

test('a page that shows the version shows ours', () => {
  expect(movedSource(`import manifest from 'next-auth/package.json'\n`)).toBe(
    `import manifest from 'porticojs/package.json'\n`,
  )
})
