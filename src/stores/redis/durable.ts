import { AuthError } from '../../errors.ts'
import { errorCode, type Redis } from './client.ts'

/**
 * A Redis that keeps what no other storage has. Before its first command it asks whether the server may evict keys, and refuses to work if
 * so. If the server writes nothing to disk, it warns once.
 */
export function durable(redis: Redis, tell: (message: string) => void): Redis {
  let checked: Promise<void> | undefined
  const ready = () => {
    checked ??= check(redis, tell).catch((error) => {
      // The next command checks again: the server may have been put right.
      checked = undefined
      throw error
    })
    return checked
  }
  return {
    ...redis,
    send: async (...command) => ready().then(() => redis.send(...command)),
    run: async (...script) => ready().then(() => redis.run(...script)),
    servers: async () => ready().then(() => redis.servers()),
  }
}

async function check(redis: Redis, tell: (message: string) => void): Promise<void> {
  const policy = factOf(await ask(redis, 'INFO', 'memory'), 'maxmemory_policy')
  if (policy !== undefined && policy !== 'noeviction') throw evicting(policy)
  const log = factOf(await ask(redis, 'INFO', 'persistence'), 'aof_enabled')
  if (log !== '0') return
  const snapshots = settingOf(await ask(redis, 'CONFIG', 'GET', 'save'), 'save')
  if (snapshots === '') tell(notKept)
}

/** The server's answer; undefined if it refuses, as hosted servers do. */
async function ask(redis: Redis, command: string, ...words: string[]): Promise<unknown> {
  try {
    return await redis.send(command, ...words)
  } catch (error) {
    // A Redis error begins with its code, such as `READONLY`. Without one, the server was not reached.
    if (/^[A-Z]{2,}$/.test(errorCode(error) ?? '')) return undefined
    throw error
  }
}

function factOf(answer: unknown, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\s*$`, 'm').exec(String(answer))?.[1]
}

/** The value of a setting: the second word in RESP2, a field of a map in RESP3. */
function settingOf(answer: unknown, name: string): unknown {
  if (Array.isArray(answer)) return answer[1]
  return answer instanceof Map ? answer.get(name) : Object(answer)[name]
}

function evicting(policy: string): AuthError {
  return new AuthError(
    'Configuration',
    `Redis may evict users and their passwords: its maxmemory-policy is ${policy}`,
    {
      field: 'storage',
      hint: 'Set `maxmemory-policy noeviction` in Redis, or put Redis in front of a database: redis(…, { inFrontOf: sql(…) }).',
    },
  )
}

const notKept =
  'Redis keeps users only in memory: it writes neither an append-only file nor snapshots, so a restart loses all of them. Set `appendonly yes`, or put Redis in front of a database with `inFrontOf`.'
