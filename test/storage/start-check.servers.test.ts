import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { bareEnv } from '../child-env.ts'
import { applicationFolder, sound } from '../cli/doctor/applications.ts'
import { databases } from './databases.ts'
import { isInstalled, sharedServers } from './servers.ts'

const shared = sharedServers()

/** Addresses of servers that run and refuse the sender: a user whom PostgreSQL does not know, a password that MariaDB does not. */
const refused = {
  PostgreSQL: {
    user: 'nobody_known:guess',
    because: /role "nobody_known" does not exist/,
  },
  MariaDB: { user: 'nobody_known:guess', because: /Access denied for user 'nobody_known'/ },
} as const

const doors = { PostgreSQL: 'postgres', MariaDB: 'mysql' } as const

/** Runs a program in an application's folder until it ends by itself. */
async function ended(cwd: string, args: readonly string[], env: NodeJS.Dict<string>) {
  const quiet = '--disable-warning=ExperimentalWarning'
  const child = spawn(process.execPath, [quiet, ...args], { cwd, env: { ...bareEnv, ...env } })
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, said: out + err }
}

describe.each(['PostgreSQL', 'MariaDB'] as const)('%s', (name) => {
  const { user, because } = refused[name]

  async function addressOf(login?: string): Promise<string> {
    const address = await databases[name].create(await shared(name))
    return login ? address.replace(/\/\/[^@]*@/, `//${login}@`) : address
  }

  async function started(options: string, env: NodeJS.Dict<string> = {}) {
    const folder = applicationFolder(options)
    return ended(folder, ['auth.ts'], { ...sound, ...env })
  }

  test.skipIf(!isInstalled(name))(
    'a server that refuses is told at the start, and the program goes on',
    async () => {
      const address = await addressOf(user)
      for (const NODE_ENV of ['production', 'development']) {
        const { code, said } = await started(`database: '${address}'`, { NODE_ENV })
        expect(said).toMatch(because)
        expect(said).not.toContain('guess')
        expect(code).toBe(0)
      }
      const door = join(import.meta.dirname, `../../src/storage/${doors[name]}.ts`)
      const storage = `storage: (await import('${door}')).${doors[name]}('${address}')`
      expect((await started(storage)).said).toMatch(because)
    },
  )

  test.skipIf(!isInstalled(name))(
    'a server that answers is asked in silence, without a table',
    async () => {
      expect(await started(`database: '${await addressOf()}'`)).toEqual({ code: 0, said: '' })
    },
  )

  test.skipIf(!isInstalled(name))(
    'starts without asking the server where a platform starts a process for a few requests',
    async () => {
      const env = { AWS_LAMBDA_FUNCTION_NAME: 'sign-in' }
      const address = await addressOf(user)
      expect(await started(`database: '${address}'`, env)).toEqual({ code: 0, said: '' })
    },
  )

  test.skipIf(!isInstalled(name))('doctor tells that the server refuses, and why', async () => {
    const folder = applicationFolder(`database: '${await addressOf(user)}'`)
    const program = join(import.meta.dirname, '../../src/cli/main.ts')
    const { code, said } = await ended(folder, [program, 'doctor'], sound)
    expect(said).toMatch(because)
    expect(said).not.toContain('guess')
    expect(code).toBe(1)
  })
})
