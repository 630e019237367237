import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { bareEnv } from '../child-env.ts'
import { newUser } from '../storage/people.ts'
import { applicationFolder, sound } from './doctor/applications.ts'

/** Types a command in the folder of an application, as a process of its own. */
async function type(cwd: string, ...words: string[]) {
  const program = join(import.meta.dirname, '../../src/cli/main.ts')
  const args = ['--disable-warning=ExperimentalWarning', program, ...words]
  const env = { ...bareEnv, ...sound }
  const child = spawn(process.execPath, args, { cwd, env })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, out, error }
}

test('finds users and lines of the audit log from the command line, page by page', async () => {
  const folder = applicationFolder("database: 'file:./auth.db'")
  const storage = sql(`file:${join(folder, 'auth.db')}`, { secrets: [sound.AUTH_SECRET ?? ''] })
  const ada = await storage.createUser(
    newUser({ name: 'Ada \u001b[2J\nroot', email: 'ada@a.test' }),
  )
  await storage.createUser(newUser({ name: 'Bob', email: 'bob@a.test' }))
  await storage.audit({ event: 'signIn', userId: ada.id, at: new Date('2026-01-01') })
  await storage.audit({ event: 'signOut', userId: ada.id, at: new Date('2026-01-02') })
  await storage.close()
  const found = await type(folder, 'users', '--query', 'ada')
  expect(found).toMatchObject({ code: 0, error: '' })
  expect(found.out.trim()).toBe(`${ada.id}  ada@a.test  Ada \u{FFFD}[2J\u{FFFD}root`)
  const first = await type(folder, 'users', '--limit', '1')
  expect(first.out).toContain('There are more: --after ')
  const page = JSON.parse((await type(folder, 'users', '--limit', '1', '--json')).out)
  const rest = await type(folder, 'users', '--after', page.next, '--json')
  expect(JSON.parse(rest.out).users).toHaveLength(1)
  expect((await type(folder, 'users', '--query', 'zoe')).out).toContain('Nobody was found.')
  const lines = await type(folder, 'audit', '--event', 'signIn', '--user', ada.id)
  expect(lines.out.trim()).toBe(`2026-01-01T00:00:00.000Z  signIn  ${ada.id}  –  –`)
  const since = await type(folder, 'audit', '--since', '2026-01-02', '--json')
  expect(JSON.parse(since.out).entries).toMatchObject([{ event: 'signOut' }])
  const none = await type(folder, 'audit', '--event', 'takeover')
  expect(none).toMatchObject({ code: 0, out: 'There are no such lines.\n' })
  for (const [words, message] of [
    [['users', '--limit', '0'], '--limit is a number from 1 to 1000, not "0"'],
    [['audit', '--since', 'yesterday'], '--since is a date such as'],
    [['audit', '--event', 'signin'], 'There is no event "signin": did you mean signIn?'],
    [
      ['audit', '--event', 'promoteGest'],
      'There is no event "promoteGest": there are signIn, signOut,',
    ],
    [['users', 'auth.ts', 'more'], '"more" is one word too many'],
    [['users', '--after', 'nowhere'], '`after` is not `next` of the page before'],
  ] as const) {
    const refused = await type(folder, ...words)
    expect(refused.code).not.toBe(0)
    expect(refused.error).toContain(message)
    expect(refused.error).not.toContain('    at ')
  }
}, 120_000)
