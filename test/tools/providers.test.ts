import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../..')
const houses: string[] = []

afterEach(() => {
  for (const house of houses.splice(0)) rmSync(house, { recursive: true })
})

/** A house with these platforms, by file name. */
function build(platforms: Record<string, string>) {
  const house = mkdtempSync(join(tmpdir(), 'portico-providers-'))
  houses.push(house)
  mkdirSync(join(house, 'src', 'providers'), { recursive: true })
  for (const part of ['define-provider.ts', 'description', 'types']) {
    cpSync(join(repository, 'src', part), join(house, 'src', part), { recursive: true })
  }
  for (const [file, text] of Object.entries(platforms)) add(house, file, text)
  return house
}

function add(house: string, file: string, text: string) {
  writeFileSync(join(house, 'src', 'providers', file), text)
}

function run(program: string, house: string, ...options: string[]) {
  const file = join(repository, 'tools', program)
  const result = spawnSync(process.execPath, [file, house, ...options], { encoding: 'utf8' })
  return { passes: result.status === 0, says: result.stdout + result.stderr }
}

function platform(name: string, description: string) {
  return `import { defineProvider } from '../define-provider.ts'\n\n/** Sign in with ${name}. */\nconst ${name} = defineProvider({ name: '${name}', ${description} })\n\nexport default ${name}\n`
}

const acme = platform(
  'Acme',
  `id: 'acme', type: 'oauth', docs: 'https://acme.example/docs',
  variables: { team: { kind: 'word', example: 'engines' } },
  authorization: { url: 'https://{team}.acme.example/authorize', params: { scope: 'me' } },
  token: 'https://{team}.acme.example/token', userinfo: 'https://{team}.acme.example/me',
  checks: ['state'], dialect: { clientId: 'app_key', scopes: 'comma' }, profile: { id: 'id' },
  provides: { email: false, refreshToken: { access: 'offline' } }, hints: { e7: 'Register {callbackUrl}.' }`,
)
const beta = platform('Beta', `id: 'beta-2', type: 'oidc', issuer: 'https://beta.example'`)
const post = `const Post = () => ({ id: 'post', type: 'email' })\n\nexport default Post\n`

test('a platform is in the barrel and among the ids because its file is there', () => {
  const house = build({ 'acme.ts': acme, 'beta-2.ts': beta, 'post.ts': post })
  expect(run('providers.mjs', house).passes).toBe(true)
  const text = readFileSync(join(house, 'src', 'providers', 'index.ts'), 'utf8')
  expect(text).toContain("export { default as Acme } from './acme.ts'\n")
  expect(text).toContain("export { default as Beta } from './beta-2.ts'\n")
  expect(text).toContain("export { default as Post } from './post.ts'\n")
  const types = readFileSync(join(house, 'src', 'types', 'built-in-providers.ts'), 'utf8')
  expect(types).toContain("export type OAuthProviderType = 'acme' | 'beta-2'\n")
})

test('a barrel that does not know a new platform fails the check', () => {
  const house = build({ 'acme.ts': acme })
  run('providers.mjs', house)
  expect(run('providers.mjs', house, '--check').passes).toBe(true)
  add(house, 'beta-2.ts', beta)
  const late = run('providers.mjs', house, '--check')
  expect(late.passes).toBe(false)
  expect(late.says).toContain('src/providers/index.ts is out of date')
  expect(late.says).toContain('src/types/built-in-providers.ts is out of date')
})

test('a file that is not named by its id is found, and so are two of one name', () => {
  const misnamed = run('providers.mjs', build({ 'beta.ts': beta }), '--check')
  expect(misnamed.says).toContain('beta.ts describes beta-2')
  const twice = build({ 'acme.ts': acme, 'acme-2.ts': acme.replace("id: 'acme'", "id: 'acme-2'") })
  expect(run('providers.mjs', twice).says).toContain('acme.ts and acme-2.ts both export Acme')
})

test('a page tells how to set a platform up, what it gives and what is particular about it', () => {
  const house = build({ 'acme.ts': acme })
  expect(run('provider-docs.mjs', house).passes).toBe(true)
  const page = readFileSync(join(house, 'docs', 'providers', 'acme.md'), 'utf8')
  for (const part of [
    '# Acme',
    '(https://acme.example/docs)',
    '\nhttps://your-app.example/api/auth/callback/acme\n',
    'AUTH_ACME_ID=…\nAUTH_ACME_SECRET=…\nAUTH_ACME_TEAM=engines\n',
    "import Acme from 'porticojs/providers/acme'",
    '| `team` | `AUTH_ACME_TEAM` | `engines` | required |',
    '| Email address | no |',
    '| Refresh tokens | with `access=offline` |',
    '| PKCE | no |',
    'The client id is called `app_key`.',
    'Granted scopes are separated by commas.',
    '| `e7` | Register `https://your-app.example/api/auth/callback/acme`. |',
  ]) {
    expect(page).toContain(part)
  }
})

const sample = {
  endpoints: { revocation: 'https://acme.example/revoke' },
  evidence: {
    endpoints: 'https://acme.example/docs',
    clientAuth: 'https://acme.example/docs',
    scopes: null,
    pkce: null,
    profile:
      'https://github.com/acme/documentation/blob/main/reference/people-and-their-profiles.md',
    refresh: null,
    revocation: 'https://acme.example/docs',
  },
}

test('a page cites the platform only, and tells which fact it did not confirm', () => {
  const house = build({ 'acme.ts': acme })
  add(house, 'acme.sample.json', JSON.stringify(sample))
  run('provider-docs.mjs', house)
  const pages = join(house, 'docs', 'providers')
  const page = readFileSync(join(pages, 'acme.md'), 'utf8')
  for (const line of [
    '- [acme.example/docs](https://acme.example/docs): endpoints, client authentication, revoking tokens\n',
    '- Known from other sources, not from the platform: profile\n',
    '- Not confirmed by any page that was found: scopes, refreshing tokens\n',
    '- Not documented, and not needed: PKCE\n',
    '| Tokens can be revoked | yes |',
  ]) {
    expect(page).toContain(line)
  }
  expect(readFileSync(join(pages, 'README.md'), 'utf8')).toContain('For 0 of them, the platform')
  expect(page, 'others are not cited').not.toContain('github.com')
})

test('the page to search in lists every platform with what it gives', () => {
  const house = build({ 'acme.ts': acme, 'beta-2.ts': beta, 'post.ts': post })
  run('provider-docs.mjs', house)
  const file = join(house, 'docs', 'providers', 'index.html')
  const page = readFileSync(file, 'utf8')
  const rows = [...page.matchAll(/<li data-gives="([^"]*)">.*<a href="([^"]*)">([^<]*)<\/a>/g)]
  expect(rows.map(([, ...row]) => row)).toEqual([
    ['refresh domain', 'acme.md', 'Acme'],
    ['pkce', 'beta-2.md', 'Beta'],
  ])
  expect(page).not.toMatch(/(src|href)="(?!data:|[\w./-]+\.md")/)
  expect(run('provider-docs.mjs', house, '--check').passes).toBe(true)
  add(house, 'acme.ts', acme.replace('refreshToken: {', 'refreshToken: false, other: {'))
  expect(run('provider-docs.mjs', house, '--check').says).toContain(
    'docs/providers/index.html is out of date',
  )
})

test('pages that are out of date, missing or of nobody fail the check', () => {
  const house = build({ 'acme.ts': acme, 'beta-2.ts': beta })
  run('provider-docs.mjs', house)
  expect(run('provider-docs.mjs', house, '--check').passes).toBe(true)
  const pages = join(house, 'docs', 'providers')
  add(house, 'acme.ts', acme.replace("scopes: 'comma'", ''))
  writeFileSync(join(pages, 'gone.md'), '# Gone\n')
  rmSync(join(pages, 'beta-2.md'))
  const { passes, says } = run('provider-docs.mjs', house, '--check')
  expect(passes).toBe(false)
  expect(says).toContain('docs/providers/acme.md is out of date')
  expect(says).toContain('docs/providers/beta-2.md is out of date')
  expect(says).toContain('docs/providers/gone.md belongs to no provider')
  run('provider-docs.mjs', house)
  expect(existsSync(join(pages, 'gone.md'))).toBe(false)
})

test('a mark is written for its platform and goes with it; one that was drawn by hand stays', () => {
  const house = build({ 'acme.mark.ts': `export const logo = '<svg/>'\n` })
  const folder = join(house, 'src', 'providers')
  expect(run('marks.mjs', house).passes).toBe(true)
  const mark = readFileSync(join(folder, 'github.mark.ts'), 'utf8')
  expect(mark).toContain('<svg viewBox="0 0 24 24">')
  add(house, 'gone.mark.ts', mark)
  const late = run('marks.mjs', house, '--check')
  expect(late.passes).toBe(false)
  expect(late.says).toContain('src/providers/gone.mark.ts is out of date')
  expect(late.says).not.toContain('acme')
  run('marks.mjs', house)
  expect(run('marks.mjs', house, '--check').passes).toBe(true)
  expect(existsSync(join(folder, 'gone.mark.ts'))).toBe(false)
  expect(existsSync(join(folder, 'acme.mark.ts'))).toBe(true)
})

const mostUsed =
  `amazon apple auth0 cognito discord facebook github gitlab google instagram keycloak linkedin
  microsoft-entra-id notion okta reddit slack spotify tiktok twitch twitter`.split(/\s+/)

test.each(mostUsed)('the page of %s leads through the console of the platform', (id) => {
  const page = readFileSync(new URL(`../../docs/providers/${id}.md`, import.meta.url), 'utf8')
  const [, steps = ''] = /to register your application:\n\n(.*?)\n\n/s.exec(page) ?? []
  expect(steps.split('\n').length).toBeGreaterThan(2)
  expect(steps).toContain('your callback URL')
  expect(page).toMatch(/describes this in \[its own documentation\]\(https:/)
})
