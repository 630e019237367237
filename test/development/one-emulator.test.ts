import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { candidatePorts } from '../../src/development/project-port.ts'
import { bareEnv } from '../child-env.ts'

const source = pathToFileURL(join(import.meta.dirname, '../../src')).href

/** An application that says where its sign-in leads. */
const application = `
import { Auth } from '${source}/index.ts'
import GitHub from '${source}/providers/github.ts'
const auth = Auth({ providers: [GitHub] })
const headers = { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' }
const init = { method: 'POST', headers, body: '' }
const response = await auth.handler(new Request('http://localhost:3000/api/auth/signin/github', init))
console.log('leads to', new URL(response.headers.get('location')).origin)
`

/** A development server: it evaluates the application twice, then in a process of its own, and in a thread while it is busy itself. */
const server = `
import { spawn } from 'node:child_process'
import { registerHooks } from 'node:module'
import { Worker } from 'node:worker_threads'
registerHooks({
  resolve: (name, context, next) =>
    next(name.replace(/^porticojs\\/(development|inspector)$/, '${source}/$1/index.ts'), context),
})
await import('./application.ts')
await import('./application.ts?edited')
if (!process.argv[2]) {
  const child = spawn(process.execPath, [import.meta.filename, 'child'], { stdio: 'inherit', env: { ...process.env } })
  await new Promise((resolve) => child.once('exit', resolve))
  const thread = new Worker(import.meta.filename, { argv: ['thread'] })
  thread.once('online', () => {
    for (const until = Date.now() + 4_000; Date.now() < until; );
  })
  await new Promise((resolve) => thread.once('exit', resolve))
}
`

/** A process of a development server: it runs until it is told to end, or for a moment only. */
const worker = `
import { registerHooks } from 'node:module'
registerHooks({
  resolve: (name, context, next) =>
    next(name.replace(/^porticojs\\/(development|inspector)$/, '${source}/$1/index.ts'), context),
})
await import('./application.ts')
process.stdin.once('data', () => process.exit()).resume()
`

/** Starts a worker in a folder; `place` is the origin that its sign-in leads to. */
async function startWorker(folder: string) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(folder, 'worker.ts')],
    { cwd: folder, env: { ...bareEnv, NODE_ENV: 'development' } },
  )
  let said = ''
  const place = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      said += chunk
      const [, found] = /^leads to (.*)$/m.exec(said) ?? []
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(said)))
  })
  const end = () =>
    new Promise((resolve) => {
      child.once('exit', resolve)
      child.stdin.write('end')
    })
  return { place, end, said: () => said }
}

/** Waits a minute for an answer at an address: another process takes it over, on a machine that may be busy. */
async function answered(url: string): Promise<number> {
  for (let tries = 0; tries < 1200; tries += 1) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => undefined,
    )
    if (status) return status
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`Nobody answers at ${url}`)
}

test('the emulator stays at its address when the process that ran it ends, and after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-workers-'))
  writeFileSync(join(folder, 'application.ts'), application)
  writeFileSync(join(folder, 'worker.ts'), worker)
  const brief = await startWorker(folder)
  const lasting = await startWorker(folder)
  expect(lasting.place).toBe(brief.place)
  expect(brief.said()).toContain(`so the emulator at ${brief.place}`)
  expect(lasting.said()).not.toContain('so the emulator at')
  await brief.end()
  expect(await answered(`${lasting.place}/inbox`)).toBe(200)
  await lasting.end()
  const restarted = await startWorker(folder)
  expect(restarted.place).toBe(brief.place)
  await restarted.end()
})

test('a project whose port another program has takes the next one, and keeps it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-taken-'))
  writeFileSync(join(folder, 'application.ts'), application)
  writeFileSync(join(folder, 'worker.ts'), worker)
  const [own = 0, next] = candidatePorts(folder)
  const other = createServer((_, response) => response.end()).listen(own, '127.0.0.1')
  await once(other, 'listening')
  const first = await startWorker(folder)
  expect(first.place).toBe(`http://127.0.0.1:${next}`)
  await first.end()
  other.close()
  const second = await startWorker(folder)
  expect(second.place).toBe(first.place)
  await second.end()
})

test('an application that is evaluated again, here, in a child or in a thread, has one emulator and says so once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-evaluated-'))
  writeFileSync(join(folder, 'application.ts'), application)
  writeFileSync(join(folder, 'server.ts'), server)
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(folder, 'server.ts')],
    { cwd: folder, env: { ...bareEnv, NODE_ENV: 'development' } },
  )
  const said = await text(child.stdout)
  const places = Array.from(said.matchAll(/^leads to (.*)$/gm), ([, place]) => place)
  expect(places).toHaveLength(6)
  expect(new Set(places).size).toBe(1)
  expect(said.match(/so the emulator at/g)).toHaveLength(1)
})

/** A development server whose application gets another platform while it runs: it signs in as both versions, before and after. */
const edited = `
import { registerHooks } from 'node:module'
registerHooks({
  resolve: (name, context, next) =>
    next(name.replace(/^porticojs\\/(development|inspector)$/, '${source}/$1/index.ts'), context),
})
const { Auth } = await import('${source}/index.ts')
const { default: GitHub } = await import('${source}/providers/github.ts')
const { default: Google } = await import('${source}/providers/google.ts')
const { default: Email } = await import('${source}/providers/email.ts')
const { memory } = await import('${source}/storage/memory.ts')
const headers = { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' }
const signIn = async (auth, provider, body = '') => {
  const request = new Request('http://localhost:3000/api/auth/signin/' + provider, { method: 'POST', headers, body })
  return (await auth.handler(request)).headers.get('location')
}
const mail = Email({ from: 'Acme <hello@acme.example>' })
const before = Auth({ providers: [GitHub, mail], storage: memory() })
const first = await signIn(before, 'github')
await signIn(before, 'email', 'email=ada@acme.example')
const inbox = new URL('/inbox', first)
const mails = async () => (await (await fetch(inbox)).text()).includes('ada@acme.example')
for (let tries = 0; tries < 600 && !(await mails()); tries += 1) await new Promise((done) => setTimeout(done, 50))
const after = Auth({ providers: [GitHub, Google, mail], storage: memory() })
const leads = [first, await signIn(after, 'google'), await signIn(after, 'github'), await signIn(before, 'github')]
const statuses = await Promise.all(leads.map(async (url) => (await fetch(url)).status))
console.log(JSON.stringify({ origins: leads.map((url) => new URL(url).origin), statuses, mails: await mails() }))
process.exit()
`

test('a platform that an edit adds comes to the emulator that runs: the inbox keeps its address and its mails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-edited-'))
  writeFileSync(join(folder, 'edited.ts'), edited)
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(folder, 'edited.ts')],
    { cwd: folder, env: { ...bareEnv, NODE_ENV: 'development' } },
  )
  const said = await text(child.stdout)
  const { origins, statuses, mails } = JSON.parse(/^\{.*$/m.exec(said)?.[0] ?? '')
  expect(new Set(origins).size).toBe(1)
  expect(statuses).toEqual([200, 200, 200, 200])
  expect(mails).toBe(true)
})
