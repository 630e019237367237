import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Emulator, emulator, type Listening } from '../../src/emulator/index.ts'
import { sql } from '../../src/storage/sql.ts'
import { createBrowser } from '../../src/testing.ts'
import { secret } from '../setup.ts'
import { serverOf, temporaryFolder } from '../storage/servers.ts'
import { allowAt } from './allow.ts'

/** Before the first release, the version before is the last one of this time: a commit's name changes when history is written anew. */
const firstKept = '2026-11-18T12:00:00Z'
const root = resolve(import.meta.dirname, '../..')
const origin = 'http://localhost:3000'

function git(...words: string[]): Buffer {
  return execFileSync('git', words, { cwd: root, maxBuffer: 2 ** 28, stdio: 'pipe' })
}

function versionBefore(): string | undefined {
  const asked = process.env.VERSION_BEFORE
  try {
    const tags = git('tag', '--list', 'v*', '--sort=-v:refname', '--merged', 'HEAD~')
    const ref = asked ?? String(tags).split('\n')[0]
    const words = ref
      ? ['rev-parse', '--verify', `${ref}^{commit}`]
      : ['rev-list', '-1', `--before=${firstKept}`, 'HEAD']
    return String(git(...words)).trim() || undefined
  } catch (thrown) {
    if (asked) throw thrown
    return undefined
  }
}

/** The sources of a commit, which Node runs as they are. */
function sourcesOf(commit: string): string {
  const folder = join(temporaryFolder(), commit)
  mkdirSync(folder)
  execFileSync('tar', ['-x', '-C', folder], {
    input: git('archive', commit, 'src', 'package.json'),
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** A server of one version, in a process of its own. */
async function startServer(sources: string, database: string, platform: string) {
  const script = join(import.meta.dirname, 'versions-server.ts')
  const child = spawn(process.execPath, [script, sources, database, platform], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  const at = `http://127.0.0.1:${String(port).trim()}`
  return {
    /** Answers as the application does. */
    app: async (request: Request) => {
      const { pathname, search } = new URL(request.url)
      const body = request.body && (await request.text())
      const { method, headers } = request
      return fetch(at + pathname + search, { method, headers, body, redirect: 'manual' })
    },
    control: async (name: string, of: string) =>
      (await fetch(`${at}/${name}?${new URLSearchParams({ of })}`)).text(),
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

type Running = Awaited<ReturnType<typeof startServer>>

const commit = versionBefore()
if (!commit)
  console.log('SKIPPED: two versions at once (the sources of the version before are not here)')
const startPostgres = serverOf('PostgreSQL')

describe.skipIf(!commit || !startPostgres)('two versions at once on one database', () => {
  let world: Emulator
  let platform: Listening
  let database: { address: string; stop(): Promise<void> } | undefined
  let before: Running
  let now: Running

  beforeAll(async () => {
    world = await emulator()
    platform = await world.listen()
    database = await startPostgres?.()
    const address = database?.address ?? ''
    before = await startServer(sourcesOf(commit ?? ''), address, platform.url)
    now = await startServer(root, address, platform.url)
  })
  afterAll(async () => {
    await Promise.all([before?.stop(), now?.stop()])
    await platform?.close()
    await database?.stop()
  })

  /** A browser whose requests go to the server that `next` names. */
  const open = () => {
    const route = { next: before }
    const browser = createBrowser({
      origin,
      app: (request: Request) => route.next.app(request),
      atPlatform: allowAt,
    })
    return { browser, route }
  }

  test('servers that come before the migration say what to run, and work after it without a restart', async () => {
    for (const server of [before, now]) {
      const told = await server.control('token', 'nobody')
      expect(told).toContain('Configuration')
      expect(told).toContain('porticojs migrate')
    }
    const storage = sql(database?.address ?? '', { secrets: [secret] })
    await storage.migrate()
    await storage.close()
    for (const server of [before, now]) {
      expect(await server.control('token', 'nobody')).toContain('SignInAgain')
    }
  })

  test.each([
    ['before', 'now'],
    ['now', 'before'],
  ])(
    'a sign-in that begins at the one (%s) ends at the other, and its session counts at both',
    async (first, second) => {
      const servers = { before, now }
      const { browser, route } = open()
      route.next = servers[first as 'now']
      const consent = await browser.start('tiktok')
      const back = await allowAt(String(consent))
      route.next = servers[second as 'now']
      await browser.visit(back)
      for (const server of [before, now]) {
        route.next = server
        expect((await browser.session())?.user.name).toBeTruthy()
      }
      route.next = servers[first as 'now']
      await browser.signOut()
      route.next = servers[second as 'now']
      expect(await browser.session()).toBeNull()
    },
  )

  test('a token that both need is refreshed once, and what one keeps the other reads', async () => {
    const { browser } = open()
    await browser.signIn('tiktok')
    const userId = (await browser.session())?.user.id ?? ''
    for (let round = 1; round <= 5; round++) {
      const day = 25 * 3_600_000
      world.clock.advance(day)
      for (const server of [before, now]) await server.control('ahead', String(round * day))
      world.received.clear()
      const asked = [before, now, before, now].map((server) => server.control('token', userId))
      const tokens = new Set(await Promise.all(asked))
      expect([...tokens].join()).toMatch(/^act\.[^,]+$/)
      expect(world.received.filter(({ endpoint }) => endpoint === 'token')).toHaveLength(1)
    }
  })
})
