import type { Example } from '../examples.ts'

/** A platform that can be chosen. */
export interface Platform {
  id: string
  name: string
  /** What its file exports: `TikTok`. */
  exported: string
  /** The variables that its keys are read from. */
  variables: readonly string[]
  /** Options that are passed, where its keys alone are not enough, with their variables. */
  options?: Readonly<Record<string, string>>
  /** Its place among the platforms that most people have. */
  popular?: number
}

/** What page one is made of. */
export interface Catalogue {
  examples: readonly Example[]
  platforms: readonly Platform[]
}

/** What somebody chose. */
export interface Choice {
  framework: string
  database: DatabaseId
  platforms: readonly string[]
  email: boolean
  /** They send their mails by the email provider, which is then there as well. */
  passwords: boolean
  passkeys: boolean
}

/** The files that make the application, and the commands that start it. */
export interface Composed {
  files: { path: string; text: string }[]
  commands: string[]
  /** True if it signs people in before anybody has set a variable. */
  startsWithoutKeys: boolean
}

/** Where people and sessions are kept. */
export type DatabaseId = 'sqlite' | 'postgres' | 'mysql' | 'd1' | 'none'

interface Database {
  title: string
  packages: readonly string[]
  /** An address for the environment, where there is one. */
  url?: string
}

/** The databases, by what the choice is called. */
export const databases: Readonly<Record<DatabaseId, Database>> = {
  sqlite: { title: 'SQLite', packages: [] },
  postgres: {
    title: 'PostgreSQL',
    packages: ['pg'],
    url: 'postgres://user:password@localhost/app',
  },
  mysql: {
    title: 'MySQL or MariaDB',
    packages: ['mysql2'],
    url: 'mysql://user:password@localhost/app',
  },
  d1: { title: 'Cloudflare D1', packages: [] },
  none: { title: 'None: encrypted cookies', packages: [] },
}

/** The databases that a framework's example can have: a worker has no files and no sockets of Node. */
export function databasesFor({ files }: Example): DatabaseId[] {
  return isWorker(files) ? ['d1', 'none'] : ['sqlite', 'postgres', 'mysql', 'none']
}

/** A worker can neither keep a secret in a file nor open a port for the emulator: somebody has to do it for it. */
function isWorker(files: Example['files']): boolean {
  return 'wrangler.jsonc' in files
}

/** Makes an application of an example: with other platforms, and with another database. */
export function compose({ examples, platforms }: Catalogue, choice: Choice): Composed {
  const example = examples.find(({ name }) => name === choice.framework)
  if (!example) throw new Error(`There is no example for ${choice.framework}`)
  const chosen = choice.platforms.flatMap((id) => platforms.find((each) => each.id === id) ?? [])
  const [first] = chosen
  if (!first) throw new Error('Choose at least one platform')
  const sources = Object.entries(example.files).filter(([path]) => path !== 'package.json')
  const files = sources.map(([path, text]) => ({
    path,
    text: isConfiguration(text)
      ? configured(text, chosen, choice)
      : declared(signingInWith(text, first), chosen, choice),
  }))
  return {
    files: [
      ...files.toSorted((one, other) => rank(one) - rank(other)),
      { path: environmentFile(choice.framework), text: environment(example, chosen, choice) },
    ],
    commands: commands(example, choice),
    startsWithoutKeys: !isWorker(example.files),
  }
}

function isConfiguration(text: string): boolean {
  return /\bAuth\(\{/.test(text) && text.includes('providers: [')
}

/** The configuration comes first, then what mounts it, then the settings of tools. */
function rank({ path, text }: { path: string; text: string }): number {
  if (isConfiguration(text)) return 0
  return /\.(?:json|jsonc|d\.ts|gen\.ts)$/.test(path) ? 2 : 1
}

function configured(text: string, chosen: readonly Platform[], choice: Choice): string {
  return withDatabase(withProviders(text, chosen, choice), choice.database)
}

/** Puts the chosen ways to sign in where the example has its own. */
function withProviders(text: string, chosen: readonly Platform[], choice: Choice): string {
  const mail = sendsMail(choice) && /import (\w+) from '(\S+(?:email|resend))'/.exec(text)
  const imports = [
    ...chosen.map(({ id, exported }) => [exported, `porticojs/providers/${id}`]),
    ...(mail ? [[mail[1], mail[2]]] : []),
    ...(hasPasskeys(choice) ? [['Passkey', 'porticojs/providers/passkey']] : []),
    ...(hasPasswords(choice) ? [['Password', 'porticojs/providers/password']] : []),
  ].toSorted(([, one = ''], [, other = '']) => (one < other ? -1 : 1))
  const lines = imports.map(([name, path]) => `import ${name} from '${path}'\n`).join('')
  const written = /providers: \[TikTok, (.+)\],\n/.exec(text)?.[1] ?? ''
  const list = [
    ...chosen.map((platform) => called(platform, environmentIn(text))),
    ...(mail ? [written] : []),
    ...(hasPasskeys(choice) ? ['Passkey'] : []),
    ...(hasPasswords(choice) ? ['Password'] : []),
  ]
  return text
    .replace(/(?:import \w+ from 'porticojs\/providers\/\S+'\n)+/, lines)
    .replace(/^( *)providers: \[.+\],$/m, (_, indent: string) => listed(indent, list))
}

function listed(indent: string, list: readonly string[]): string {
  const line = `${indent}providers: [${list.join(', ')}],`
  if (line.length <= 100 && !line.includes('\n')) return line
  const lines = list.map((one) => `${indent}  ${one.replaceAll('\n', `\n${indent}  `)},\n`)
  return `${indent}providers: [\n${lines.join('')}${indent}],`
}

/** A provider as the configuration names it, with the options that it needs. */
function called({ exported, options }: Platform, environment: string): string {
  if (!options) return exported
  const lines = Object.entries(options).map(
    ([option, variable]) => `  ${option}: ${environment}.${variable} ?? '',\n`,
  )
  return `${exported}({\n${lines.join('')}})`
}

/** Where a configuration reads its variables. */
function environmentIn(text: string): string {
  return /import \* as env|\(env: Env\)/.test(text) ? 'env' : 'process.env'
}

function withDatabase(text: string, database: DatabaseId): string {
  const line = /^ *(?:database|storage): .+\n/m
  if (database === 'sqlite' || database === 'd1') return text
  if (database === 'none') return text.replace(line, '').replace(/^import \{ d1 \}.*\n/m, '')
  return text.replace("'file:./auth.db'", `${environmentIn(text)}.DATABASE_URL ?? ''`)
}

/** The example's own button, for the first platform. */
function signingInWith(text: string, { id, name }: Platform): string {
  return text
    .replaceAll("'tiktok'", `'${id}'`)
    .replaceAll('"tiktok"', `"${id}"`)
    .replaceAll('Sign in with TikTok', `Sign in with ${name}`)
}

/** Frameworks that want every variable declared, and workers that want their database declared. */
function declared(text: string, chosen: readonly Platform[], choice: Choice): string {
  const names = [
    ...chosen.flatMap(({ variables }) => variables),
    ...(databases[choice.database].url ? ['DATABASE_URL'] : []),
  ]
  const lines = names.map((name) => `  ${name}: { schema },\n`).join('')
  return text
    .replace(/(?: {2}AUTH_TIKTOK_\w+: \{ schema \},\n)+/, lines)
    .replace(
      choice.database === 'none' ? /,\n {2}\/\/.*\n {2}"d1_databases": \[[\s\S]*?\n {2}\]/ : /$^/,
      '',
    )
}

function keepsPeople({ database }: Choice): boolean {
  return database !== 'none'
}

function sendsMail(choice: Choice): boolean {
  return keepsPeople(choice) && (choice.email || choice.passwords)
}

function hasPasswords(choice: Choice): boolean {
  return choice.passwords && keepsPeople(choice)
}

function hasPasskeys(choice: Choice): boolean {
  return choice.passkeys && keepsPeople(choice)
}

function environmentFile(framework: string): string {
  return { next: '.env.local', workers: '.dev.vars' }[framework] ?? '.env'
}

function environment({ files }: Example, chosen: readonly Platform[], choice: Choice): string {
  const { url } = databases[choice.database]
  const mail = Object.values(files).some((text) => text.includes('porticojs/providers/resend'))
    ? 'AUTH_RESEND_KEY='
    : 'AUTH_EMAIL_SERVER='
  return [
    ...(url ? [`DATABASE_URL=${url}`, ''] : []),
    isWorker(files)
      ? '# Production needs all of these.\n# To develop, paste what `npx porticojs emulate` prints, and a secret of `npx porticojs secret`.'
      : '# Production needs all of these.\n# In development you can leave them empty:\n# Portico makes up the secret and emulates the platforms.',
    'AUTH_URL=',
    'AUTH_SECRET=',
    ...chosen.flatMap(({ variables }) => variables.map((name) => `${name}=`)),
    ...(sendsMail(choice) ? [mail] : []),
    '',
  ].join('\n')
}

function commands(example: Example, choice: Choice): string[] {
  const manifest = JSON.parse(example.files['package.json'] ?? '{}')
  const sendsBySmtp = sendsMail(choice) && choice.database !== 'd1'
  const added = [
    ...databases[choice.database].packages,
    ...(sendsBySmtp ? ['nodemailer'] : []),
    ...(hasPasskeys(choice) ? ['@simplewebauthn/server'] : []),
  ]
  const packages = [...versioned(manifest.dependencies), ...added]
  const { url } = databases[choice.database]
  const start = String(manifest.scripts?.dev)
    .replace(/^NODE_ENV=development /, '')
    // Node reads no such file by itself; the other programs do, or their guide says how.
    .replace(/^node /, 'node --env-file=.env ')
  return [
    `npm i ${packages.join(' ')}`,
    ...(manifest.type === 'module' ? ['npm pkg set type=module'] : []),
    ...(manifest.imports
      ? [`npm pkg set imports='${JSON.stringify(manifest.imports)}' --json`]
      : []),
    `npm i -D ${versioned(manifest.devDependencies).join(' ')}`,
    ...(url ? [`npx porticojs migrate --database ${url}`] : []),
    ...(isWorker(example.files)
      ? [
          'npx porticojs secret',
          `npx porticojs emulate --platform ${choice.platforms.join(',')} &`,
          `npx ${start}`,
        ]
      : [`npx porticojs dev -- ${start}`]),
  ]
}

/**
 * The packages of an example, in the major versions that it is tested with; before 1.0.0, a minor version breaks things too. A range
 * holds no prerelease: `nitro@3` would be an older one than its betas.
 */
function versioned(packages: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(packages).map(([name, version]) => {
    const [tested] = /^(?:\d+\.\d+\.\d+-.*|(?:0\.)?\d+)/.exec(version) ?? []
    return tested === undefined ? name : `${name}@${tested}`
  })
}
