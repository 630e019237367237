import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { strong } from '../../attacks/mistakes.ts'
import { codemod } from '../../authjs/codemod/typed.ts'
import { bareEnv } from '../../child-env.ts'
import { moved, planFor } from './moving.ts'

const head = `import { betterAuth } from 'better-auth'\n`

/** What becomes of a configuration. */
function configured(options: string, imports = ''): string {
  const file = `${head}${imports}\nexport const auth = betterAuth(${options})\n`
  return moved({ 'auth.ts': file })['auth.ts'] ?? ''
}

/** What is said about a configuration. */
function notes(options: string, imports = ''): string[] {
  const file = `${head}${imports}\nexport const auth = betterAuth(${options})\n`
  return planFor({ 'auth.ts': file }).looks.map(({ note }) => note)
}

describe('a configuration', () => {
  test('has its social providers in the list, with their keys', () => {
    const after = configured(
      `{ socialProviders: { github: { clientId: process.env.GH_ID!, clientSecret: secret, redirectURI: x }, google: { clientId, clientSecret } } }`,
    )
    expect(after).toContain(`import GitHub from 'porticojs/providers/github'`)
    expect(after).toContain('GitHub({ clientId: process.env.GH_ID, clientSecret: secret }),')
    expect(after).toContain('Google({ clientId: clientId, clientSecret: clientSecret }),')
    expect(after).not.toContain('better-auth')
  })

  test.each([
    [`'common'`, `'https://login.microsoftonline.com/common/v2.0'`],
    ['process.env.TENANT', `\`https://login.microsoftonline.com/$\{process.env.TENANT}/v2.0\``],
  ])("names Microsoft's tenant %s in the issuer", (tenant, issuer) => {
    expect(configured(`{ socialProviders: { microsoft: { tenantId: ${tenant} } } }`)).toContain(
      `MicrosoftEntraId({ issuer: ${issuer} })`,
    )
  })

  test.each([
    ['magicLink({ sendMagicLink })', 'better-auth/plugins', 'Email', 'providers/email'],
    ['emailOTP({ sendVerificationOTP })', 'better-auth/plugins', 'Email', 'providers/email'],
    ['passkey()', '@better-auth/passkey', 'Passkey', 'providers/passkey'],
    ['anonymous()', 'better-auth/plugins', 'Guest', 'providers/guest'],
    ['twoFactor()', 'better-auth/plugins', 'SecondFactor()', 'parts/second-factor'],
    ['bearer()', 'better-auth/plugins', 'NativeApps([])', 'parts/native-apps'],
    [
      'deviceAuthorization()',
      'better-auth/plugins',
      'DeviceSignIn({ clients: {} })',
      'parts/device-sign-in',
    ],
    ['jwt()', 'better-auth/plugins', "Jwt({ audience: process.env.AUTH_URL ?? '' })", 'parts/jwt'],
    ['apiKey()', 'better-auth/plugins', 'AccessTokens()', 'parts/access-tokens'],
  ])('has %s of %s as %s of porticojs/%s', (plugin, from, text, module) => {
    const name = plugin.replace(/\(.*/, '')
    const after = configured(`{ plugins: [${plugin}] }`, `import { ${name} } from '${from}'`)
    expect(after).toMatch(
      new RegExp(`(providers|parts): \\[${text.replace(/[()[\]{}?.]/g, '\\$&')}\\]`),
    )
    expect(after).toContain(`from 'porticojs/${module}'`)
  })

  test('has passwords, with what was said about them', () => {
    expect(configured(`{ emailAndPassword: { enabled: true } }`)).toContain(
      'providers: [Password({ import: foreignHashes })]',
    )
    expect(
      configured(
        `{ emailAndPassword: { enabled: true, minPasswordLength: 12, disableSignUp: true } }`,
      ),
    ).toContain('Password({ import: foreignHashes, minimum: 12, signUp: false })')
    expect(configured(`{ emailAndPassword: { enabled: false } }`)).toContain('providers: []')
  })

  test.each([
    ['new Pool({ connectionString: process.env.DATABASE_URL })', `process.env.DATABASE_URL ?? ''`],
    [`new Database('./app.db')`, `'file:./app.db'`],
    ['prismaAdapter(prisma, {})', `process.env.DATABASE_URL ?? ''`],
    ['db', 'db'],
  ])('keeps the database beside the old tables: %s', (database, address) => {
    const after = configured(`{ database: ${database} }`)
    expect(after).toContain(`storage: sql(${address}, { schema: 'authjs-pg' })`)
    expect(after).toContain('parts: [FromBetterAuth()]')
  })

  test('keeps how long sessions last, and where the application is', () => {
    const after = configured(
      `{ session: { expiresIn: 60, updateAge: 5 }, basePath: '/auth', baseURL: 'https://app.example', secret: process.env.BETTER_AUTH_SECRET }`,
    )
    expect(after).toContain('session: { maxAge: 60, updateAge: 5 }')
    expect(after).toContain(`basePath: '/auth'`)
    expect(after).toContain(`url: 'https://app.example'`)
    expect(after).not.toContain('secret')
  })

  test.each([
    ['databaseHooks: { user: {} }', '`events`'],
    ['emailAndPassword: { enabled: true }', 'nobody sends them'],
    ['hooks: { before }', 'callbacks.signIn'],
    ['user: { additionalFields: {} }', 'your own tables'],
    ['plugins: [organization()]', 'organisations'],
    ['plugins: [somethingElse()]', 'the plugin somethingElse was left out'],
    ['socialProviders: { acme: {} }', 'there is no provider acme'],
    ['socialProviders: { microsoft: {} }', 'microsoft-entra-id'],
    [`secret: 'in the code'`, 'AUTH_SECRET'],
  ])('names what has no counterpart, and what to do instead: %s', (option, said) => {
    expect(notes(`{ ${option} }`)).toContainEqual(expect.stringContaining(said))
  })

  test('runs: its providers and parts are those of the application', async () => {
    const after = configured(
      `{
  database: new Database('./auth.db'),
  emailAndPassword: { enabled: true },
  socialProviders: { github: { clientId: 'id', clientSecret: 'secret' } },
  plugins: [magicLink({ sendMagicLink }), passkey(), twoFactor()],
}`,
      `import { passkey } from '@better-auth/passkey'\nimport { magicLink, twoFactor } from 'better-auth/plugins'`,
    )
    const sources = join(import.meta.dirname, '../../../src')
    const own = after
      .replace("'porticojs'", `'${sources}/index.ts'`)
      .replace(/'porticojs\/([^']+)'/g, `'${sources}/$1.ts'`)
    const folder = mkdtempSync(join(tmpdir(), 'portico-from-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const asks = `const answer = await auth.handler(new Request('https://app.example/api/auth/providers'))
console.log(Object.keys(await answer.json()).join(' '), Object.keys(auth).includes('factors'))`
    writeFileSync(join(folder, 'auth.mts'), `${own}\n${asks}\n`)
    const env = {
      ...bareEnv,
      NODE_ENV: 'production',
      AUTH_SECRET: strong,
      AUTH_URL: 'https://app.example',
      AUTH_EMAIL_SERVER: 'smtp://mail.example',
      AUTH_EMAIL_FROM: 'a@app.example',
    }
    const child = spawn(process.execPath, ['auth.mts'], { cwd: folder, env })
    const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect(out, error).toMatch(/^password github email passkey true/)
  })
})

describe('code on the server', () => {
  test('reads the session of a request', () => {
    const after = moved({
      'auth.ts': `${head}export const auth = betterAuth({})\n`,
      'page.ts': `import { auth } from '@/auth'\nconst a = await auth.api.getSession({ headers: await headers() })\n`,
      'node.ts': `import { fromNodeHeaders } from 'better-auth/node'\nconst b = await auth.api.getSession({ headers: fromNodeHeaders(req.headers) })\n`,
    })
    expect(after['page.ts']).toContain('const a = await auth.session(await headers())')
    expect(after['node.ts']).toBe('const b = await auth.session(req)\n')
    const given = `import { fromNodeHeaders } from 'better-auth/node'\nawait auth.api.getSession({ headers: fromNodeHeaders(headers) })\n`
    expect(moved({ 'node.ts': given })['node.ts']).toBe(
      'await auth.session({ headers: headers })\n',
    )
  })

  test('finds in the session what stood beside the user', () => {
    const before = `import { auth } from '@/auth'
const session = await auth.api.getSession({ headers })
a(session.session.expiresAt, session?.session.userId, session.session.userId)
c.set('session', session.session)
b(other.session.expiresAt)
`
    const files = { 'auth.ts': `${head}export const auth = betterAuth({})\n` }
    expect(moved({ ...files, 'page.ts': before })['page.ts']).toBe(`import { auth } from '@/auth'
const session = await auth.session(headers)
a(new Date(session.expires), session?.user.id, session.user.id)
c.set('session', session)
b(other.session.expiresAt)
`)
    const token = before.replace('expiresAt', 'token')
    expect(planFor({ ...files, 'page.ts': token }).looks).toMatchObject([
      { path: 'page.ts', line: 3, note: expect.stringContaining('its key and its id') },
    ])
  })

  test('looks for a cookie of either library before a page', () => {
    const before = `import { getSessionCookie } from 'better-auth/cookies'\nconst cookie = getSessionCookie(request)\n`
    const after = moved({ 'middleware.ts': before })['middleware.ts'] ?? ''
    expect(after).toMatch(
      /^const cookie = \/.*\/\.test\(request\.headers\.get\('cookie'\) \?\? ''\)\n$/,
    )
    const [, pattern = ''] = /= \/(.*)\/\.test/.exec(after) ?? []
    for (const [sent, is] of [
      ['__Host-portico.session=x', true],
      ['a=b; portico.session.0=x', true],
      ['__Secure-better-auth.session_token=x', true],
      ['portico.session-ended=x', false],
    ] as const)
      expect(new RegExp(pattern).test(sent), sent).toBe(is)
  })

  test.each([
    [
      'Next',
      `import { toNextJsHandler } from 'better-auth/next-js'\nexport const { GET, POST } = toNextJsHandler(auth.handler)\n`,
      `import { toNext } from 'porticojs/next'\nexport const { GET, POST } = toNext(auth)\n`,
    ],
    [
      'Express',
      `import { toNodeHandler } from 'better-auth/node'\napp.all('/api/auth/*splat', toNodeHandler(auth))\n`,
      `import { toNode } from 'porticojs/node'\napp.all('/api/auth/*splat', toNode(auth))\n`,
    ],
    [
      'SvelteKit',
      `import { svelteKitHandler } from 'better-auth/svelte-kit'\nexport const handle = ({ event, resolve }) => svelteKitHandler({ event, resolve, auth, building })\n`,
      `import { toSvelteKit } from 'porticojs/sveltekit'\nimport { redirect } from '@sveltejs/kit'\nexport const handle = ({ event, resolve }) => toSvelteKit(auth, { redirect }).handle({ event, resolve })\n`,
    ],
  ])('serves it in %s', (_, before, after) => {
    expect(moved({ 'server.ts': before })['server.ts']).toBe(after)
  })

  test('stays as it is where it hands a Request to the handler, as in Hono and Nuxt', () => {
    const files = {
      'auth.ts': `${head}export const auth = betterAuth({})\n`,
      'hono.ts': `app.on(['POST', 'GET'], '/api/auth/*', (c) => auth.handler(c.req.raw))\n`,
      'nuxt.ts': `export default defineEventHandler((event) => auth.handler(toWebRequest(event)))\n`,
    }
    const after = moved(files)
    expect(after['hono.ts']).toBe(files['hono.ts'])
    expect(after['nuxt.ts']).toBe(files['nuxt.ts'])
  })

  test('is named where it calls what is gone, with what to call', () => {
    const { looks } = planFor({
      'auth.ts': `${head}export const auth = betterAuth({})\n`,
      'action.ts': `await auth.api.signOut({ headers })\nawait auth.api.whatever()\n`,
    })
    expect(looks).toMatchObject([
      { path: 'action.ts', line: 1, note: expect.stringContaining('`auth.signOut(request)`') },
      { path: 'action.ts', line: 2, note: expect.stringContaining('docs/reference.md') },
    ])
  })

  test('knows the type of the session', () => {
    const file = `${head}export const auth = betterAuth({})\nexport type Session = typeof auth.$Infer.Session\n`
    expect(moved({ 'auth.ts': file })['auth.ts']).toContain(
      'export type Session = NonNullable<Awaited<ReturnType<typeof auth.session>>>',
    )
  })
})

describe('code in the browser', () => {
  const client = `import { createAuthClient } from 'better-auth/react'\nexport const authClient = createAuthClient()\n`

  /** What becomes of a call in a page. */
  function called(call: string): string {
    const page = `import { authClient } from './auth-client'\n${call}\n`
    return moved({ 'auth-client.ts': client, 'page.tsx': page })['page.tsx'] ?? ''
  }

  test('makes a client', () => {
    expect(moved({ 'auth-client.ts': client })['auth-client.ts']).toBe(
      `import { createClient } from 'porticojs/client'\nexport const authClient = createClient()\n`,
    )
  })

  test.each([
    [
      `signIn.social({ provider: 'github', callbackURL: '/home' })`,
      `authClient.signIn('github', { callbackUrl: '/home' })`,
    ],
    [`signIn.social({ provider: 'microsoft' })`, `authClient.signIn('microsoft-entra-id')`],
    [
      'signIn.email({ email, password, rememberMe: true })',
      `authClient.signIn('password', { email, password, remember: true, redirect: false })`,
    ],
    [
      `signIn.email({ email, password, callbackURL: '/home' })`,
      `authClient.signIn('password', { email, password, callbackUrl: '/home' })`,
    ],
    [
      'signIn.magicLink({ email, callbackURL: next })',
      `authClient.signIn('email', { email, callbackUrl: next })`,
    ],
    ['signIn.passkey()', `authClient.signIn('passkey')`],
    ['signIn.anonymous()', `authClient.signIn('guest')`],
    [
      `passkey.addPasskey({ name: 'Phone' })`,
      `authClient.signIn('passkey', { action: 'register', name: 'Phone' })`,
    ],
    [`linkSocial({ provider: 'google' })`, `authClient.link('google')`],
    [`unlinkAccount({ providerId: 'google' })`, `authClient.unlink('google')`],
    ['listAccounts()', 'authClient.accounts()'],
    ['signOut()', 'authClient.signOut({ redirect: false })'],
    [`signUp.email({ email, password, name })`, 'signUpWithPassword({ email, password, name })'],
  ])('calls it: %s', (before, after) => {
    expect(called(`await authClient.${before}`)).toContain(`await ${after}\n`)
  })

  test('reads the session in a component', () => {
    expect(called('const { data: session, isPending } = authClient.useSession()')).toBe(
      `import { useSession } from 'porticojs/react'\nimport { authClient } from './auth-client'\nconst { session } = useSession()\nconst isPending = session === undefined\n`,
    )
  })

  test('takes functions out of the client, and other files import them', () => {
    const after = moved({
      'auth-client.ts': `import { createAuthClient } from 'better-auth/vue'\nexport const { signIn, signUp, signOut, useSession } = createAuthClient()\n`,
      'page.ts': `import { signUp, useSession } from '@/lib/auth-client'\nconst { data } = useSession()\nsignUp.email({ email, password })\n`,
    })
    expect(after['auth-client.ts']).toBe(
      `import { createClient } from 'porticojs/client'\nexport const client = createClient()\nexport const { signIn, signOut } = client\nexport { useSession } from 'porticojs/vue'\n`,
    )
    expect(after['page.ts']).toBe(
      `import { signUpWithPassword } from 'porticojs/client/password'\nimport { useSession } from '@/lib/auth-client'\nconst { session: data } = useSession()\nsignUpWithPassword({ email, password })\n`,
    )
  })

  test.each([
    [
      'const { data, error: failure } = await authClient.signIn.magicLink({ email })',
      `const { data, error: failure } = await authClient.signIn('email', { email }).then((data) => ({ data, error: null }), (error: ClientError) => ({ data: null, error }))`,
    ],
    [
      `authClient.signOut({ fetchOptions: { onSuccess: () => go('/') } })`,
      `authClient.signOut({ redirect: false }).then(() => go('/'))`,
    ],
    [
      `authClient.signIn.passkey({}, { onSuccess: (context) => go(context.data), onError: ({ error }) => say(error) })`,
      `authClient.signIn('passkey').then((data) => ((context) => go(context.data))({ data }), (error: ClientError) => (({ error }) => say(error))({ error }))`,
    ],
    [
      'authClient.signIn.passkey({ autoFill: true }, { onSuccess() { go() }, async onError({ error }) { await say(error) } })',
      `authClient.signIn('passkey').then(function () { go() }, (error: ClientError) => (async function ({ error }) { await say(error) })({ error }))`,
    ],
    [
      `const { error } = await authClient.signIn.passkey({}, { onError: (context) => say(context.error) })`,
      `const { error } = await authClient.signIn('passkey').then((data) => ({ data, error: null }), (error: ClientError) => { ((context) => say(context.error))({ error }); return { data: null, error } })`,
    ],
  ])('gives what it gave: %s', (before, after) => {
    expect(called(before)).toContain(`\n${after}\n`)
  })

  test('asks for the session again', () => {
    expect(called('const { refetch } = authClient.useSession();')).toContain(
      'const { session } = useSession();\nconst refetch = () => authClient.refresh();\n',
    )
  })

  test.each([
    ['authClient.signOut({ fetchOptions: { onSuccess } })', '`onSuccess` were left out'],
    ['authClient.organization.list()', '`organization.list()` of the client is no longer there'],
    ['authClient.twoFactor.enable({ password })', 'porticojs/client/second-factor'],
    ['authClient.signIn.email(credentials)', "`signIn('<id>', …)`"],
    ['authClient.signUp.email(credentials)', '`signUpWithPassword()`'],
    ['const state = authClient.useSession()', '`data` is `session`'],
  ])('is named where it means something else: %s', (call, said) => {
    const page = `import { authClient } from './auth-client'\n${call}\n`
    const { looks } = planFor({ 'auth-client.ts': client, 'page.tsx': page })
    expect(looks).toMatchObject([
      { line: 2, importance: 'first', note: expect.stringContaining(said) },
    ])
  })

  test('of others is left alone', () => {
    const other = `import { client } from './api'\nclient.signIn.social({ provider: 'github' })\nsignIn.email({})\n`
    expect(moved({ 'auth-client.ts': client, 'other.ts': other })['other.ts']).toBe(other)
  })
})

test('variables have their new names, in files and in code', () => {
  const after = moved({
    '.env': 'BETTER_AUTH_SECRET=x\n# BETTER_AUTH_URL=y\n',
    'auth.ts': `${head}betterAuth({})\nconsole.log(process.env.BETTER_AUTH_URL)\n`,
  })
  expect(after['.env']).toBe('AUTH_SECRET=x\n# AUTH_URL=y\n')
  expect(after['auth.ts']).toContain('process.env.AUTH_URL')
  const both = { '.env': 'AUTH_SECRET=x\nBETTER_AUTH_SECRET=y\n' }
  expect(planFor(both)).toMatchObject({ files: [], looks: [{ path: '.env' }] })
})

test.each([
  [`import { betterAuth as make } from 'better-auth'\nmake({})\n`, 'betterAuth of better-auth'],
  [
    `import * as client from 'better-auth/react'\nclient.createAuthClient()\n`,
    'client of better-auth/react',
  ],
])('a function that has another name in the application is named: %s', (text, named) => {
  expect(planFor({ 'auth.ts': text }).looks).toMatchObject([
    { importance: 'first', note: `nothing comes in the place of ${named}` },
  ])
})

test('the command changes an application once, and keeps what is left in MIGRATION.md', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-from-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, 'package.json'),
    '\uFEFF{"dependencies":{"better-auth":"1.7.7","@better-auth/passkey":"1.7.7"}}',
  )
  writeFileSync(
    join(folder, 'auth.ts'),
    `${head}export const auth = betterAuth({ database: db, plugins: [organization()] })\n`,
  )
  const { code, out } = await codemod(['better-auth', '--yes'], { folder })
  expect(code).toBe(0)
  expect(out).toContain('npm install porticojs\n  npm uninstall better-auth @better-auth/passkey')
  expect(out).toContain('npx porticojs import better-auth')
  const notesOf = readFileSync(join(folder, 'MIGRATION.md'), 'utf8')
  expect(notesOf).toContain('# Moving from Better Auth to Portico')
  expect(notesOf).toContain('- [ ] `auth.ts:2` the plugin organization was left out')
  const again = await codemod(['better-auth', '--yes'], { folder })
  expect(again.out).toContain('There is nothing to change.')
  expect(readFileSync(join(folder, 'MIGRATION.md'), 'utf8')).toBe(notesOf)
})
