import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { installed, node, root } from './installed.ts'

interface Block {
  page: string
  line: number
  name: string
  text: string
}

// Inside node_modules, so that what a page shows beside Portico is found among our own packages.
const cache = join(root, 'node_modules', '.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'docs-'))
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * The TypeScript blocks of a page. A first line such as `// auth.ts` or `// src/auth.ts: the set-up`
 * names the file, and the other blocks of the page can import it; the first of a name is meant.
 */
function blocks(page: string): Block[] {
  const text = withoutTabs(readFileSync(join(root, page), 'utf8'))
  return [...text.matchAll(/^( *)```(tsx?)\b[^\n]*\n(.*?)^\1```/gms)].map((match, n) => {
    const [, indent = '', language = 'ts', body = ''] = match
    const code = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    return {
      page,
      line: text.slice(0, match.index).split('\n').length + 1,
      name: /^\/\/ ([\w./[\]-]+\.tsx?)\b/.exec(code)?.[1] ?? `block-${n + 1}.${language}`,
      text: code,
    }
  })
}

/** The names of the frameworks, as the tabs of tasks have them. */
const frameworks = globSync('docs/frameworks/*.md', { cwd: root }).map(
  (page) => /^# (.+)$/m.exec(readFileSync(join(root, page), 'utf8'))?.[1],
)

/** The text with empty lines in place of tabs for frameworks: these are compiled in their examples (test/frameworks/guides.test.ts). */
function withoutTabs(text: string): string {
  return text.replaceAll(/^\*\*([^*\n]+)\*\*\n\n```.*?^```/gms, (tab, title: string) =>
    frameworks.includes(title) ? tab.replaceAll(/[^\n]/g, '') : tab,
  )
}

const asPart = (example: string) => `Auth({ providers: [TikTok], parts: [${example}] })`

/** What stands around an example of the reference, by the first part of its name; others are options of `Auth()`. */
const surroundings: Record<string, (example: string) => string> = {
  accessTokens: asPart,
  altcha: asPart,
  auth: (example) => example,
  browser: (example) => example,
  ceremony: (example) => example,
  changeEmail: asPart,
  client: (example) => example,
  credentials: (example) => `Auth({ providers: [${example}] })`,
  deviceSignIn: asPart,
  email: (example) => `Auth({ providers: [${example}] })`,
  factors: (example) => example,
  fromAuthjs: (example) => `Auth({ providers: [GitHub], session: { fromAuthjs: ${example} } })`,
  gate: asPart,
  jwt: asPart,
  guest: (example) => `Auth({ providers: [${example}] })`,
  memory: (example) => example,
  notices: asPart,
  operators: asPart,
  passkey: (example) => `Auth({ providers: [${example}] })`,
  provider: (example) => `Auth({ providers: [${example}] })`,
  redis: (example) => example,
  secondFactor: asPart,
  sql: (example) => example,
  testAuth: (example) => example,
  turnstile: asPart,
}

/** The examples of the reference, each inside of a program. */
function examples(): Block[] {
  const page = 'docs/reference.md'
  const entries = readFileSync(join(root, page), 'utf8').split(/^##+ /m)
  return entries.flatMap((entry, n) => {
    const [, name = '', example = ''] = /^(\S+)\n.*^```typescript\n(.*?)^```/ms.exec(entry) ?? []
    if (!example) return []
    const first = name.includes('.') ? name.split('.')[0] : ''
    const asOption = (option: string) =>
      name === 'providers' ? `Auth({ ${option} })` : `Auth({ providers: [TikTok], ${option} })`
    const code = (surroundings[first ?? ''] ?? asOption)(example)
    return [{ page, line: 1, name: `example-${n}.ts`, text: program(code) }]
  })
}

function program(code: string): string {
  return `
import { Auth } from 'porticojs'
import { fromAuthjs } from 'porticojs/authjs'
import { createClient } from 'porticojs/client'
import { autofillPasskey, createPasskey, signInWithPasskey } from 'porticojs/client/passkey'
import { createFactors } from 'porticojs/client/second-factor'
import { emulator, github } from 'porticojs/emulator'
import de from 'porticojs/languages/de'
import en from 'porticojs/languages/en'
import { AccessTokens } from 'porticojs/parts/access-tokens'
import { DeviceSignIn } from 'porticojs/parts/device-sign-in'
import { Altcha } from 'porticojs/parts/altcha'
import { ChangeEmail } from 'porticojs/parts/change-email'
import { Gate } from 'porticojs/parts/gate'
import { Jwt } from 'porticojs/parts/jwt'
import { Notices } from 'porticojs/parts/notices'
import { Operators } from 'porticojs/parts/operators'
import { SecondFactor } from 'porticojs/parts/second-factor'
import { Turnstile } from 'porticojs/parts/turnstile'
import Credentials from 'porticojs/providers/credentials'
import Email from 'porticojs/providers/email'
import GitHub from 'porticojs/providers/github'
import Guest from 'porticojs/providers/guest'
import Keycloak from 'porticojs/providers/keycloak'
import Passkey from 'porticojs/providers/passkey'
import Resend from 'porticojs/providers/resend'
import TikTok from 'porticojs/providers/tiktok'
import { memory } from 'porticojs/storage/memory'
import { redis } from 'porticojs/storage/redis'
import { sql } from 'porticojs/storage/sql'
import { authenticatorApp, createBrowser, testAuth } from 'porticojs/testing'
declare function Terms(options: { version: string }): import('porticojs/method').Part
declare function judge(check: import('porticojs/parts/gate').GateCheck): Promise<boolean>
declare function isAdmin(user: import('porticojs').User): Promise<boolean>
declare const env: { TURNSTILE_SECRET: string }
declare const request: Request, origin: string, queue: { add(...mail: string[]): void }
const auth = Auth({
  providers: [TikTok, GitHub, Passkey, Guest],
  parts: [
    SecondFactor(),
    AccessTokens({ scopes: ['read', 'write'] }),
    ChangeEmail(),
    Operators(),
    DeviceSignIn({ clients: { 'acme-tv': 'Acme TV' } }),
    Jwt({ audience: 'https://api.example.com' }),
  ],
  database: 'file:./auth.db',
})
const client = createClient<typeof auth>()
const factors = createFactors()
const setup = ''
const secret = ''
const platform = await emulator()
const app = auth.handler
{
  ${code.includes('const { url') ? '' : "const url = 'redis://cache.example.com'"}
  ${code}
}`
}

/** Gives a file that the page shows a second time a place of its own. */
function apart(block: Block, n: number, all: Block[]): Block {
  const first = all.findIndex(({ page, name }) => page === block.page && name === block.name)
  return first === n ? block : { ...block, name: `again-${n}/${block.name}` }
}

/** Pads a block so that the compiler's line numbers are those of the page. */
function write({ page, line, name, text }: Block) {
  const file = join(folder, page, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(
    file,
    '\n'.repeat(line - 1) + text + (/^(im|ex)port\b/m.test(text) ? '' : '\nexport {}'),
  )
}

/** A page for contributors shows a file of `src/`; it finds the house around it. */
function furnish(page: string) {
  const source = join(folder, page, 'src')
  if (!existsSync(source)) return
  for (const room of ['define.ts', 'types'])
    symlinkSync(join(root, 'src', room), join(source, room))
}

test('every code block of the documentation compiles', async () => {
  const pages = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md'], { cwd: root }).filter(
    // They show their examples, which are compiled where their frameworks are (test/apps, test/frameworks/guides.test.ts).
    (page) => !/^docs\/frameworks\/(?!README)/.test(page),
  )
  const found = [...pages.flatMap(blocks), ...examples()]
  expect(found.map(({ page }) => page)).toContain('README.md')
  found.map(apart).forEach(write)
  pages.forEach(furnish)
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(installed, join(folder, 'node_modules', 'porticojs'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        isolatedDeclarations: false,
        module: 'esnext',
        moduleResolution: 'bundler',
        jsx: 'react-jsx',
        typeRoots: [join(root, 'node_modules/@types')],
        // What contributors are shown stands among our own sources.
        rootDirs: [join(folder, 'CONTRIBUTING.md'), root],
      },
      include: ['.'],
    }),
  )
  const { code, output } = await node(
    [join(root, 'node_modules/typescript/bin/tsc'), '--project', '.'],
    {
      cwd: folder,
    },
  )
  expect(output).toBe('')
  expect(code).toBe(0)
})

test('the tests that the documentation shows pass', async () => {
  const pages = ['docs/testing.md', 'docs/tasks/test-in-ci.md']
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  // It looks for no tests below node_modules, where these are, unless it is told to.
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default { test: { exclude: [] } }')
  const { code, output } = await node([vitest, 'run', '--root', folder, ...pages])
  expect(code, output).toBe(0)
  expect(output).toContain('5 passed')
})

/** Whether a line of code stands further in than a formatter would put it. */
function isCrooked(line: string, n: number, lines: string[]): boolean {
  const depth = (text = '') => text.search(/\S/)
  const before = depth(lines[n - 1])
  const after = depth(lines[n + 1])
  if (line.trim().startsWith('// ') && after >= 0 && depth(line) > after) return true
  return before >= 0 && depth(line) > before + 2
}

test('the code of the documentation is indented step by step', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).filter(
    // They show parts from the middle of a file.
    (page) => !page.startsWith('docs/frameworks/'),
  )
  const crooked = pages.flatMap(blocks).flatMap(({ page, text }) =>
    text
      .split('\n')
      .filter(isCrooked)
      .map((line) => `${page}: ${line}`),
  )
  expect(crooked).toEqual([])
})

test('everything in the reference has an example, and every option a default', () => {
  const text = readFileSync(join(root, 'docs/reference.md'), 'utf8')
  const entries = text
    .split(/^### /m)
    .slice(1)
    .map((entry) => ({ name: entry.split('\n', 1)[0] ?? '', entry }))
  const without = (words: string) =>
    entries.filter(({ entry }) => !entry.includes(words)).map(({ name }) => name)
  // The parts of a limit are shown with each limit.
  const shownElsewhere = ['limits.….perAccount', 'limits.….perClient', 'limits.….seconds']
  expect(entries.length).toBeGreaterThan(100)
  expect(without('```typescript')).toEqual(shownElsewhere)
  const functions = /^(?:auth|client|factors|callbacks|events)\./
  const required = [
    'providers',
    'accessTokens.scopes',
    'deviceSignIn.clients',
    'jwt.audience',
    'browser.origin',
    'browser.app',
    ...shownElsewhere,
  ]
  const options = without('**Default:**').filter((name) => !functions.test(name))
  expect(options.filter((name) => !required.includes(name))).toEqual([])
})
