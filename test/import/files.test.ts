import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import { openSource } from '../../src/cli/import/better-auth/open-source.ts'
import { Auth } from '../../src/index.ts'
import { Operators, type OperatorsPart } from '../../src/parts/operators.ts'
import { foreignHashes } from '../../src/passwords.ts'
import Google from '../../src/providers/google.ts'
import Password from '../../src/providers/password.ts'
import { sql } from '../../src/storage/sql.ts'
import { createBrowser } from '../../src/testing/browser.ts'
import { env, origin, ourFolder, ourSecret, type } from './better-auth-house.ts'
import { type Export, exports, password } from './exports.ts'
import { importHere } from './in-process.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** The folder of an application whose people are nobody yet, with these files. */
function place(files: Readonly<Record<string, string>>, parts = 'SecondFactor()'): string {
  const folder = ourFolder(`
    providers: [Password({ import: foreignHashes, send })],
    parts: [${parts}],
    database: 'file:./auth.db'`)
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

async function importing(folder: string, ...words: string[]) {
  const { code, out, error } = await type(folder, env, 'import', ...words, '--json')
  return { code, error, out, report: JSON.parse(out) }
}

function open(
  folder: string,
  {
    parts = [],
    now = Date.now,
  }: { parts?: OperatorsPart[]; now?: (() => number) | undefined } = {},
) {
  const storage = sql(`file:${join(folder, 'auth.db')}`)
  const auth = Auth({
    providers: [
      Google({ clientId: 'a', clientSecret: 'b' }),
      Password({ import: foreignHashes, send: async () => {} }),
    ],
    storage,
    secret: ourSecret,
    url: origin,
    parts,
    runtime: { env: { NODE_ENV: 'test' }, now },
    logger: { warn() {}, error() {} },
  })
  const browser = createBrowser({ origin, app: auth.handler })
  return { auth, storage, browser }
}

const hashed = (one: Export) => (one.source === 'firebase' ? 'user1password' : password)

describe('an export of', () => {
  test.each(exports)('$source ($file) brings Ada with what it holds of her', async (one) => {
    const folder = place({ [one.file]: one.text, ...one.beside })
    const report = await importHere(folder, { ...one, columns: one.columns ?? [] })
    expect(report.counts.user?.taken).toBeGreaterThan(0)
    const { storage, browser } = open(folder)
    const ada = await storage.getUserByEmail('ada@example.com')
    if (one.file !== 'hashes.ndjson') expect(ada?.name).toMatch(/^Ada/)
    const hasAccount = /1234/.test(one.text)
    expect(report.counts.account?.taken).toBe(hasAccount ? 1 : 0)
    const account = { provider: 'google', providerAccountId: '1234' }
    expect((await storage.getUserByAccount(account))?.id).toBe(hasAccount ? ada?.id : undefined)
    if (report.counts.password?.taken === 0) return
    await browser.submit('/api/auth/callback/password', {
      email: 'ada@example.com',
      password: hashed(one),
    })
    expect((await browser.session())?.user.id).toBe(ada?.id)
  })

  test('each service that has hashes brings them', () => {
    const without = exports.filter(({ text }) => !/\$2b|lSrfV15/.test(text))
    expect(without.map(({ file }) => file)).toEqual(['clerk.json', 'auth0.ndjson', 'cognito.json'])
  })
})

test('people who are locked out there are named and do not come in, if the application blocks nobody', async () => {
  const locked = exports.filter(({ text }) =>
    /"(?:banned|blocked|disabled)":true|"Enabled":false/.test(text),
  )
  expect(locked.map(({ source }) => source)).toEqual(['clerk', 'auth0', 'firebase', 'cognito'])
  for (const one of locked) {
    const folder = place({ [one.file]: one.text, ...one.beside })
    const report = await importHere(folder, { ...one, columns: [] })
    const reason = 'is locked out there, and nothing here would keep them out: add Operators()'
    expect(report.left).toEqual([{ place: 'line 2', thing: 'user', reason }])
  }
})

describe('an import into an application with operators', () => {
  const row = (more: object) =>
    JSON.stringify({ id: '1', email: 'eve@example.com', email_confirmed_at: '2026-01-01', ...more })
  const importEve = (folder: string, more: object) => {
    writeFileSync(join(folder, 'users.ndjson'), row({ encrypted_password: hash, ...more }))
    const words = { source: 'supabase', file: 'users.ndjson', columns: [] }
    return importHere(folder, words, { blocks: true })
  }
  const hash = exports.find(({ source }) => source === 'supabase')?.text.match(/\$2[^"]{58}/)?.[0]
  const isLetIn = async (folder: string, now?: () => number) => {
    const { storage, browser } = open(folder, { parts: [Operators()], now })
    await browser.submit('/api/auth/callback/password', { email: 'eve@example.com', password })
    const session = await browser.session()
    await storage.close()
    return session !== null
  }

  test('takes who is locked out there, and keeps them out until their ban ends', async () => {
    const folder = place({})
    const until = new Date(Date.now() + 86_400_000)
    const report = await importEve(folder, { banned_until: until.toISOString() })
    expect(report).toMatchObject({
      left: [],
      counts: { user: { taken: 1 }, password: { taken: 1 } },
    })
    expect(await isLetIn(folder)).toBe(false)
    expect(await isLetIn(folder, () => until.getTime() + 1000)).toBe(true)
  })

  test('names who was locked out after they came, and leaves who was unblocked here', async () => {
    const folder = place({})
    await importEve(folder, {})
    expect(await isLetIn(folder)).toBe(true)
    const { left } = await importEve(folder, { banned_until: '2999-01-01T00:00:00Z' })
    const reason = 'was locked out there since they were taken: block them here'
    expect(left).toEqual([{ place: 'line 1', thing: 'user', reason }])
    const other = place({})
    await importEve(other, { banned_until: '2999-01-01T00:00:00Z' })
    const { storage } = open(other)
    await storage.updateUser({ id: '1', signInBlock: null })
    await storage.close()
    expect(await importEve(other, { banned_until: '2999-01-01T00:00:00Z' })).toMatchObject({
      left: [],
    })
    expect(await isLetIn(other)).toBe(true)
  })

  test('leaves out who was deleted there', async () => {
    const { left } = await importEve(place({}), { deleted_at: '2026-01-01T00:00:00Z' })
    expect(left).toEqual([{ place: 'line 1', thing: 'user', reason: 'is deleted there' }])
  })
})

test('people with a second factor come with it, or not at all', async () => {
  const [clerk] = exports
  const files = { 'clerk.csv': clerk?.text ?? '' }
  const without = await importing(place(files, ''), 'clerk', 'clerk.csv')
  expect(without.code).toBe(1)
  expect(without.report.counts.user).toEqual({ taken: 1, known: 0, left: 1 })
  expect(without.report.left[0]).toMatchObject({
    place: 'line 3',
    reason: expect.stringContaining('add SecondFactor()'),
  })
  const folder = place(files)
  const { report } = await importing(folder, 'clerk', 'clerk.csv')
  expect(report.counts.totp).toEqual({ taken: 1, known: 0, left: 0 })
})

test.each([
  ['clerk', { id: '1', email_addresses: [], two_factor_enabled: true }],
  ['auth0', { user_id: 'auth0|1', email: 'ada@example.com', multifactor: ['guardian'] }],
  ['supabase', { id: '1', email: 'ada@example.com', mfa_factors: [{ factor_type: 'phone' }] }],
  ['firebase', { localId: '1', email: 'ada@example.com', mfaInfo: [{ phoneInfo: '+1555' }] }],
  ['cognito', { Username: '1', UserMFASettingList: ['SMS_MFA'] }],
  ['lucia', { id: '1', email: 'ada@example.com', twoFactorEnabled: 1 }],
  ['csv', { id: '1', email: 'ada@example.com', two_factor_confirmed_at: '2026-01-02 03:04:05' }],
])(
  'somebody of %s whose second factor is not in the file does not come in',
  async (source, row) => {
    const folder = place({ 'people.json': JSON.stringify([row]) })
    const report = await importHere(folder, { source, file: 'people.json', columns: [] })
    expect(report.counts.user).toEqual({ taken: 0, known: 0, left: 1 })
    expect(report.left[0]?.reason).toBe('has a second factor, and its secret is not in the file')
  },
)

test('a file without the secret goes with one that has it', async () => {
  const csv = exports[0]?.text ?? ''
  const row = { id: 'user_2', two_factor_enabled: true, email_addresses: [], external_accounts: [] }
  const more = [
    { ...row, external_accounts: [{ provider: 'oauth_google', provider_user_id: '9' }] },
  ]
  const folder = place({ 'clerk.csv': csv, 'clerk.json': JSON.stringify(more) })
  await importHere(folder, { source: 'clerk', file: 'clerk.csv', columns: [] })
  const report = await importHere(folder, { source: 'clerk', file: 'clerk.json', columns: [] })
  expect(report.left).toEqual([])
  expect(report.counts.account).toEqual({ taken: 1, known: 0, left: 0 })
})

test('a column that no row has is refused, before anybody comes without what it holds', async () => {
  const folder = place({ 'people.csv': 'id,mail_address\n1,ada@example.com\n' })
  const come = (column: string) =>
    importHere(folder, { source: 'csv', file: 'people.csv', columns: [`email=${column}`] })
  await expect(come('mail_adress')).rejects.toThrow('No row has the column mail_adress')
  expect((await come('mail_address')).counts.user).toEqual({ taken: 1, known: 0, left: 0 })
  const { storage } = open(folder)
  expect(await storage.getUserByEmail('ada@example.com')).toMatchObject({ id: '1' })
})

test('a no is no second factor, however it is written', async () => {
  const rows = ['false', '0', '', 'no', 'f'].map((said, n) => `${n},p${n}@example.com,${said}`)
  const text = ['id,email,mfa_enabled', ...rows].join('\n')
  const folder = place({ 'people.csv': text })
  const report = await importHere(folder, { source: 'csv', file: 'people.csv', columns: [] })
  expect(report.counts.user).toEqual({ taken: 5, known: 0, left: 0 })
})

test('the hashes of Auth0, which come in a file of their own, find the people of the first one', async () => {
  const [people, hashes] = exports.filter(({ source }) => source === 'auth0')
  const folder = place({ 'a.ndjson': people?.text ?? '', 'b.ndjson': hashes?.text ?? '' })
  await importing(folder, 'auth0', 'a.ndjson')
  const { report, code } = await importing(folder, 'auth0', 'b.ndjson')
  expect(report.counts).toMatchObject({
    user: { taken: 0, known: 1, left: 0 },
    password: { taken: 1, known: 0, left: 0 },
  })
  expect(code).toBe(0)
})

describe('somebody whom one file refuses', () => {
  const auth0 = { user_id: 'auth0|5f7c8ec7c33c6c004bbafe82', email: 'ada@example.com' }
  const hashes = exports.find(({ file }) => file === 'hashes.ndjson')?.text ?? ''
  const importBoth = async (row: object, more: { blocks?: boolean } = {}) => {
    const folder = place({ 'a.ndjson': JSON.stringify(row), 'b.ndjson': hashes })
    await importHere(folder, { source: 'auth0', file: 'a.ndjson', columns: [] }, more)
    const words = { source: 'auth0', file: 'b.ndjson', columns: [] }
    return { folder, ...(await importHere(folder, words, more)) }
  }

  test('does not come in by another that knows nothing of their second factor', async () => {
    const { folder, left } = await importBoth({ ...auth0, multifactor: ['guardian'] })
    const reason = 'has a second factor, as another file said, and its secret is not in this one'
    expect(left).toEqual([{ place: 'line 1', thing: 'user', reason }])
    // Whose file says that there is none any more comes in.
    writeFileSync(join(folder, 'c.ndjson'), JSON.stringify({ ...auth0, multifactor: [] }))
    const fresh = { source: 'auth0', file: 'c.ndjson', columns: [] }
    expect(await importHere(folder, fresh)).toMatchObject({ left: [] })
    const again = { source: 'auth0', file: 'b.ndjson', columns: [] }
    expect((await importHere(folder, again)).counts.password).toMatchObject({ taken: 1 })
  })

  test('does not come in by another that knows not that they are locked out', async () => {
    const { left, counts } = await importBoth({ ...auth0, blocked: true })
    const reason = 'is locked out or deleted there, as another file said'
    expect(left).toEqual([{ place: 'line 1', thing: 'user', reason }])
    expect(counts.password).toMatchObject({ taken: 0 })
    const taken = await importBoth({ ...auth0, blocked: true }, { blocks: true })
    expect(taken).toMatchObject({ left: [], counts: { password: { taken: 1 } } })
  })

  test('is named if they came in before', async () => {
    const row = JSON.stringify({ ...auth0, multifactor: ['guardian'] })
    const folder = place({ 'a.ndjson': row, 'b.ndjson': hashes })
    await importHere(folder, { source: 'auth0', file: 'b.ndjson', columns: [] })
    const words = { source: 'auth0', file: 'a.ndjson', columns: [] }
    const reason = 'has a second factor, and came in before without it: delete them here'
    expect((await importHere(folder, words)).left).toMatchObject([{ reason }])
  })
})

test('bad rows are named by their line, and cost nobody else anything', async () => {
  const rows = [
    'id,email,password_hash',
    '1,ada@example.com,5f4dcc3b5aa765d61d8327deb882cf99',
    '2,not an address,',
    '3,grace@example.com',
    ',nobody@example.com,',
    '5,ADA@example.com,',
    '6,"linus',
    '@example.com",',
    `7,last@example.com,$2b$31$${'a'.repeat(53)}`,
  ]
  const folder = place({ 'people.csv': rows.join('\n') })
  const { report, code, out } = await importing(folder, 'csv', 'people.csv', '--column', 'id=id')
  expect(code).toBe(1)
  expect(report.counts.user).toEqual({ taken: 2, known: 0, left: 5 })
  const left = report.left.map(
    ({ place, thing, reason }: Record<string, string>) => `${place}: ${thing} ${reason}`,
  )
  expect(left.sort()).toEqual([
    'line 2: password is a hash of no library that is known',
    'line 3: user has an address that no mail server takes',
    'line 4: user has 2 fields, and the header has 3',
    'line 5: user names no id',
    'line 6: user has the address of another user here',
    'line 7: user has an address that no mail server takes',
    'line 9: password costs too much to compute',
  ])
  expect(out).not.toContain('5f4dcc3b')
})

test.each([
  [['nobody', 'x.csv'], 'There is no source "nobody"'],
  [['clerk'], 'The file is missing'],
  [['clerk', 'gone.csv'], 'There is no file gone.csv'],
  [['better-auth'], '--from is missing'],
  [['better-auth', '--from', 'file:./gone.db'], 'There is no file'],
  [['csv', 'people.csv', '--column', 'email'], 'is not understood'],
  [
    ['csv', 'people.csv', '--column', 'emial=mail'],
    'There is no field "emial": did you mean email?',
  ],
])('%j is refused with exit code 2', async (words, message) => {
  const folder = place({ 'people.csv': 'id,email\n' })
  const { code, error } = await type(folder, env, 'import', ...words)
  expect(error).toContain(message)
  expect(code).toBe(2)
})

test.each([
  ['users=people', 'There is no table "users": did you mean user?'],
  ['user', '--table user is not understood: write --table user=<name>'],
])('--table %s is refused with exit code 2', async (pair, message) => {
  const folder = place({})
  const other = sql(`file:${join(folder, 'other.db')}`)
  await other.migrate()
  const from = ['--from', 'file:./other.db']
  const { code, error } = await type(folder, env, 'import', 'better-auth', ...from, '--table', pair)
  expect(error).toContain(message)
  expect(code).toBe(2)
})

test('a database that is none of Better Auth is refused, and nothing is written', async () => {
  const folder = place({})
  const other = sql(`file:${join(folder, 'other.db')}`)
  await other.migrate()
  const { code, error } = await type(
    folder,
    env,
    'import',
    'better-auth',
    '--from',
    'file:./other.db',
  )
  expect(error).toContain('has no tables of Better Auth')
  expect(code).toBe(2)
})

describe('a source of Better Auth that is', () => {
  const half = `SQLite format 3\0${'\x10\0\x01\x01'.repeat(99)}`

  test.each<[string, (path: string) => unknown, string]>([
    ['a text', (path) => writeFileSync(path, 'id,email\n1,a@a.test\n'), 'is no SQLite database'],
    ['an empty file', (path) => writeFileSync(path, ''), 'is empty: it holds no database'],
    ['a folder', (path) => mkdirSync(path), 'is a folder: name the database file in it'],
    ['half a copy', (path) => writeFileSync(path, half, 'latin1'), 'is damaged, or a half copy'],
  ])('%s is refused in a line', async (_, make, said) => {
    const path = join(place({}), 'source')
    make(path)
    for (const address of [path, `file:${path}`, `file://${path}`])
      await expect(openSource(address)).rejects.toThrow(`${path} ${said}`)
  })

  test('no kind of database that is known is refused in a line', async () => {
    const said = "--from can't be mongodb://: write file:./auth.db, postgres://… or mysql://…"
    await expect(openSource('mongodb://localhost/auth')).rejects.toThrow(said)
  })

  test('locked by another program is refused in a line', async () => {
    const path = join(place({}), 'source.db')
    const writer = new DatabaseSync(path)
    writer.exec('create table user (id); begin exclusive')
    await expect(openSource(path)).rejects.toThrow(`${path} is locked`)
    writer.exec('commit')
    const opened = await openSource(path)
    expect(opened.notes).toEqual([])
    await opened.close()
    writer.close()
  })

  test('copied without its log is told so', async () => {
    const folder = place({})
    const [path, copy] = [join(folder, 'auth.db'), join(folder, 'copy.db')]
    const writer = new DatabaseSync(path)
    writer.exec('pragma journal_mode = wal; create table user (id)')
    copyFileSync(path, copy)
    const lost = await type(folder, env, 'import', 'better-auth', '--from', copy)
    expect(lost).toMatchObject({ code: 2, error: expect.stringContaining('copy.db-wal is not') })
    copyFileSync(`${path}-wal`, `${copy}-wal`)
    const whole = await openSource(copy)
    expect(whole.notes).toEqual([])
    await whole.close()
    writer.close()
  })
})
