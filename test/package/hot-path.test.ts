import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { node, root } from './installed.ts'

/** Runs a script of the consumer and tells what it printed last and which modules it loaded. */
async function trace(script: string, env: Record<string, string> = {}) {
  const { code, output, printed } = await node(['--import', './modules.ts', script], { env })
  expect(code, output).toBe(0)
  const lines = printed.trimEnd().split('\n')
  const loaded = lines.flatMap((line) => /^loaded (.*)/.exec(line)?.[1] ?? [])
  return {
    result: lines.filter((line) => !line.startsWith('loaded ')).at(-1) ?? '',
    modules: loaded.flatMap(modulesIn),
  }
}

const built: Record<string, string[]> = JSON.parse(
  readFileSync(join(root, 'dist/sources.json'), 'utf8'),
)

/** The sources that a built file was made of, or the file's own name. */
function modulesIn(url: string): string[] {
  if (!url.startsWith('file:')) return [url]
  const file = relative(inject('consumer'), fileURLToPath(url)).replaceAll('\\', '/')
  return built[file.replace(/^node_modules\/porticojs\/dist\//, '')] ?? [file]
}

// The small part of the OAuth method, which reads the configuration, is there from the start; the part that works is not.
const heavy =
  /oauth4webapi|src\/(pages|emulator|methods\/oauth\/(?!(part|resolved|configure)\b)|stores\/sql)/

test('reading a session loads neither the OAuth library nor pages nor a database', async () => {
  const signedIn = await trace('sign-in.ts')
  expect(signedIn.modules.filter((module) => heavy.test(module))).not.toEqual([])
  const { result, modules } = await trace('read-session.ts', { COOKIE: signedIn.result })
  expect(JSON.parse(result)).toMatchObject({ user: { name: 'ada' } })
  expect(modules).toContain('src/auth.ts')
  expect(modules.filter((module) => heavy.test(module))).toEqual([])
})
