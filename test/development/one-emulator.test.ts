import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

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

test('an application that is evaluated again, here, in a child or in a thread, has one emulator and says so once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-evaluated-'))
  writeFileSync(join(folder, 'application.ts'), application)
  writeFileSync(join(folder, 'server.ts'), server)
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(folder, 'server.ts')],
    { cwd: folder, env: { PATH: process.env.PATH, NODE_ENV: 'development' } },
  )
  const said = await text(child.stdout)
  const places = Array.from(said.matchAll(/^leads to (.*)$/gm), ([, place]) => place)
  expect(places).toHaveLength(6)
  expect(new Set(places).size).toBe(1)
  expect(said.match(/so the emulator at/g)).toHaveLength(1)
})
