import { describe, expect, test } from 'vitest'
import { moved, planFor } from './moving.ts'

/** What there is to look at before the application runs, as path, line and note. */
function first(files: Record<string, string>): string[] {
  const looks = planFor(files).looks.filter(({ importance }) => importance === 'first')
  return looks.map(({ path, line, note }) => `${path}:${line} ${note}`)
}

describe('functions of Better Auth under names of the application', () => {
  test.each([
    [
      `import { betterAuth as make } from 'better-auth'\nexport const shop = make({ basePath: '/x' })\n`,
      `import { Auth } from 'porticojs'\nexport const shop = Auth({\n  providers: [],\n  basePath: '/x',\n})\n`,
    ],
    [
      `import * as better from 'better-auth'\nimport * as plugins from 'better-auth/plugins'\nexport default better.betterAuth({ plugins: [plugins.twoFactor()] })\n`,
      `import { Auth } from 'porticojs'\nimport { SecondFactor } from 'porticojs/parts/second-factor'\nexport default Auth({\n  providers: [],\n  parts: [SecondFactor()],\n})\n`,
    ],
    [
      `import { toNodeHandler as serve } from 'better-auth/node'\napp.all('/api/auth/*path', serve(auth))\n`,
      `import { toNode } from 'porticojs/node'\napp.all('/api/auth/*path', toNode(auth))\n`,
    ],
    [
      `import { createAuthClient as make } from 'better-auth/react'\nexport default make()\n`,
      `import { createClient } from 'porticojs/client'\nexport default createClient()\n`,
    ],
  ])('move: %s', (before, after) => {
    expect(moved({ 'auth.ts': before })['auth.ts']).toBe(after)
  })

  test('leave functions of others alone that have these names', () => {
    const other = `import { betterAuth } from './ours'\nimport { ours } from 'better-auth-kit'\nbetterAuth.make({})\nours.betterAuth({})\n`
    const files = { 'auth.ts': `import { betterAuth } from 'better-auth'\n`, 'other.ts': other }
    expect(moved(files)['other.ts']).toBe(other)
  })

  test('move calls of a client that another file imports as its default', () => {
    const after = moved({
      'lib/client.ts': `import { createAuthClient } from 'better-auth/react'\nexport default createAuthClient()\n`,
      'page.ts': `import people from '@/lib/client'\npeople.signIn.social({ provider: 'github' })\n`,
    })
    expect(after['page.ts']).toBe(`import people from '@/lib/client'\npeople.signIn('github')\n`)
  })
})

describe('functions that were taken out of the client under names of the application', () => {
  const client = `import { createAuthClient } from 'better-auth/vue'\nconst client = createAuthClient()\nexport const { signIn: login, getSession: load, useSession: useVisitor, signOut } = client\n`

  test('keep these names', () => {
    const after = moved({
      'client.ts': client,
      'page.ts': `import { login, load as again, signOut as leave, useVisitor } from './client'\nlogin.social({ provider: 'github' })\nagain()\nleave()\nconst { data } = useVisitor()\n`,
    })
    expect(after['client.ts']).toBe(
      `import { createClient } from 'porticojs/client'\nconst client = createClient()\nexport const { signIn: login, refresh: load, signOut } = client\nexport { useSession as useVisitor } from 'porticojs/vue'\n`,
    )
    expect(after['page.ts']).toBe(
      `import { login, load as again, signOut as leave, useVisitor } from './client'\nlogin('github')\nagain()\nleave({ redirect: false })\nconst { session: data } = useVisitor()\n`,
    )
  })

  test('are renamed where they are imported under another name', () => {
    const after = moved({
      'client.ts': `import { createAuthClient } from 'better-auth/react'\nexport const { linkSocial } = createAuthClient()\n`,
      'page.ts': `import { linkSocial as connect } from './client'\nconnect({ provider: 'github' })\n`,
    })
    expect(after['page.ts']).toBe(`import { link as connect } from './client'\nconnect('github')\n`)
  })

  test.each(['{ signIn: { social } }', '{ signIn, ...others }', '{ signIn = other }'])(
    'are left to a person in %s',
    (pattern) => {
      const text = `import { createAuthClient } from 'better-auth/react'\nconst client = createAuthClient()\nconst ${pattern} = client\n`
      expect(moved({ 'client.ts': text })['client.ts']).toContain(`const ${pattern} = client\n`)
      expect(first({ 'client.ts': text })).toEqual([
        'client.ts:3 what is taken out of the client here has other names: docs/browser/README.md lists them',
      ])
    },
  )
})

describe('what the command does not move is named', () => {
  const named = (module: string) =>
    `${module} is named here, where the command changes nothing: move it by hand`

  test.each([
    [`export { createAuthClient } from 'better-auth/react'`, 'better-auth/react'],
    [`export * from 'better-auth/types'`, 'better-auth/types'],
    [`const { hash } = await import('better-auth/crypto')`, 'better-auth/crypto'],
    [`vi.mock('better-auth', () => ({}))`, 'better-auth'],
    [`let session: import('better-auth').Session`, 'better-auth'],
  ])('outside of imports: %s', (line, module) => {
    const text = `import { betterAuth } from 'better-auth'\n${line}\n`
    expect(first({ 'x.ts': text })).toEqual([`x.ts:2 ${named(module)}`])
  })

  test('in CommonJS, which stays as it is', () => {
    const text = `const { betterAuth } = require('better-auth')\nexports.auth = betterAuth({})\n`
    expect(moved({ 'auth.cjs': text })['auth.cjs']).toBe(text)
    expect(first({ 'auth.cjs': text })).toEqual([`auth.cjs:1 ${named('better-auth')}`])
  })

  test('where a function is used without a call', () => {
    const text = `import { betterAuth } from 'better-auth'\nimport { nextCookies } from 'better-auth/next-js'\nconst make = betterAuth\nconsole.log(theirs.nextCookies, { nextCookies: 1 })\n`
    expect(first({ 'auth.ts': text })).toEqual([
      'auth.ts:1 betterAuth of better-auth is used here in a way that the command does not move: move it by hand',
    ])
  })

  test('in the markup of a component', () => {
    const markup = `<button onclick={() => authClient.signIn.social({ provider: 'github' })}>In</button>\n`
    const files = {
      'client.ts': `import { createAuthClient } from 'better-auth/svelte'\nexport const authClient = createAuthClient()\n`,
      'in.svelte': `<script>\nimport { authClient } from './client'\n</script>\n${markup}`,
      'out.svelte': `<script>\nimport { authClient } from './client'\nauthClient.signOut()\n</script>\n`,
    }
    expect(first(files)).toEqual([
      'in.svelte:4 the markup calls the client, too: move these calls by hand, as in the script',
    ])
  })

  test('in languages that are not read', () => {
    const page = `---\nconst session = await auth.api.getSession({ headers: Astro.request.headers })\n---\n`
    expect(first({ 'page.astro': page, 'own.astro': '<p>better-auth</p>\n' })).toEqual([
      'page.astro:2 this file is not read by the command: move what is of Better Auth by hand',
    ])
  })
})
