import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { node } from './installed.ts'

/** Runs a script of the consumer and tells what it printed and which modules it loaded. */
async function trace(script: string, env: Record<string, string> = {}) {
  const { code, output } = await node(['--import', './modules.ts', script], { env })
  expect(code, output).toBe(0)
  const lines = output.trimEnd().split('\n')
  const loaded = lines.flatMap((line) => /^loaded (.*)/.exec(line)?.[1] ?? [])
  return {
    printed: lines.filter((line) => !line.startsWith('loaded ')).join('\n'),
    modules: loaded.flatMap(modulesIn),
  }
}

/** The sources that a built file was made of (the bundler leaves their names), or the file's own name. */
function modulesIn(url: string) {
  if (!url.startsWith('file:')) return [url]
  const file = fileURLToPath(url)
  const regions = readFileSync(file, 'utf8').matchAll(/^\/\/ ?(?:#region )?(src\/\S+\.ts)$/gm)
  const sources = [...regions].flatMap(([, source]) => source ?? [])
  return sources.length > 0 ? sources : [relative(inject('consumer'), file)]
}

const heavy = /oauth4webapi|kysely|src\/(pages|storage|emulator)\//

test('reading a session loads neither the OAuth library nor pages nor storage', async () => {
  const signedIn = await trace('sign-in.ts')
  expect(signedIn.modules.filter((module) => heavy.test(module))).not.toEqual([])
  const { printed, modules } = await trace('read-session.ts', { COOKIE: signedIn.printed })
  expect(JSON.parse(printed)).toMatchObject({ user: { name: 'ada' } })
  expect(modules).toContain('src/auth.ts')
  expect(modules.filter((module) => heavy.test(module))).toEqual([])
})
