import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { bareEnv } from '../child-env.ts'
import { applicationFolder, sound } from './doctor/applications.ts'

/** Types a command in the folder of an application, as a process of its own. */
async function type(cwd: string, env: NodeJS.Dict<string>, ...words: string[]) {
  const program = join(import.meta.dirname, '../../src/cli/main.ts')
  const args = ['--disable-warning=ExperimentalWarning', program, ...words]
  const child = spawn(process.execPath, args, { cwd, env: { ...bareEnv, ...env } })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, out, error }
}

const part = pathToFileURL(join(import.meta.dirname, '../../src/parts/jwt.ts')).href
const parts = `[(await import('${part}')).Jwt({ audience: 'api' })]`

test('makes a key, then the next one, and after a leak removes the old ones', async () => {
  const folder = applicationFolder(`database: 'file:./auth.db', parts: ${parts}`)
  const states = async (...words: string[]) => {
    const { out, error } = await type(folder, sound, 'keys', '--json', ...words)
    expect(error).toBe('')
    return JSON.parse(out).keys.map(({ state }: { state: string }) => state)
  }
  expect(await states()).toEqual(['current'])
  expect(await states()).toEqual(['next', 'current'])
  expect(await states('--now')).toEqual(['current'])
  const { out } = await type(folder, sound, 'keys')
  expect(out).toMatch(/^[\w-]{43} {2}signs from .*\n[\w-]{43} {2}signs now/)
  expect(out).not.toContain('"d"')
})

test('prints a key for the environment, and refuses to rotate those that are there', async () => {
  const folder = applicationFolder(`database: 'file:./auth.db', parts: ${parts}`)
  const { out } = await type(folder, sound, 'keys', '--print')
  expect(JSON.parse(out)).toMatchObject({ kty: 'EC', crv: 'P-256', d: expect.any(String) })
  const refused = await type(folder, { ...sound, AUTH_JWT_KEY: out.trim() }, 'keys')
  expect(refused.code).toBe(2)
  expect(refused.error).toContain('The keys are in the environment')
})

test('says that the application has no Jwt()', async () => {
  const folder = applicationFolder("database: 'file:./auth.db'")
  const { code, error } = await type(folder, sound, 'keys')
  expect(code).toBe(2)
  expect(error).toContain('has no Jwt()')
})
