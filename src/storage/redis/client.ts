import { AuthError } from '../../errors.ts'
import { findDriver } from '../driver.ts'

/** What is needed of a Redis client; the package `redis` has it, and a line makes any other client have it. */
export interface RedisClient {
  sendCommand(command: string[]): Promise<unknown>
}

/** A client of a cluster, as the package `redis` makes it with `createCluster`: it is told a key, to find the server. */
export interface RedisClusterClient {
  sendCommand(
    firstKey: string | undefined,
    isReadonly: boolean | undefined,
    command: string[],
  ): Promise<unknown>
  /** What tells it from a client of one server. */
  masters: unknown
}

/** Sends commands to Redis or Valkey. All failures are `StorageError`s. */
export interface Redis {
  send(command: string, ...words: string[]): Promise<unknown>
  /** Runs a script, which Redis does as one step. */
  run(script: string, keys: readonly string[], values: readonly string[]): Promise<unknown>
  close(): Promise<void>
}

/** How commands are sent. */
export interface RedisSettings {
  /** How long an answer may take, in milliseconds. */
  timeout: number
  /** What all keys begin with; in a cluster it decides which server has them. */
  prefix: string
  warn: (message: string) => void
}

/** Gets ready to talk to Redis. An address is connected to at the first command. */
export function createRedis(
  server: string | RedisClient | RedisClusterClient,
  settings: RedisSettings,
): Redis {
  const connection =
    typeof server === 'string'
      ? connecting(server, settings)
      : borrowed('masters' in server ? ofCluster(server, settings.prefix) : server)
  const known = new Map<string, string>()

  async function send(...command: string[]): Promise<unknown> {
    try {
      const client = await connection.client()
      return await inTime(client.sendCommand(command), settings.timeout)
    } catch (error) {
      throw translate(error)
    }
  }

  async function run(script: string, keys: readonly string[], values: readonly string[]) {
    const words = [String(keys.length), ...keys, ...values]
    const hash = known.get(script) ?? String(await send('SCRIPT', 'LOAD', script))
    known.set(script, hash)
    try {
      return await send('EVALSHA', hash, ...words)
    } catch (error) {
      // A server that was restarted, or took over from another one, has to be told the script again.
      if (errorCode(error) !== 'NOSCRIPT') throw error
      return send('EVAL', script, ...words)
    }
  }

  return { send, run, close: connection.close }
}

interface Connection {
  client(): Promise<RedisClient>
  close(): Promise<void>
}

function borrowed(client: RedisClient): Connection {
  return { client: async () => client, close: async () => {} }
}

/** One server of a cluster has all of our keys, because they share the part of the prefix in braces. */
function ofCluster(cluster: RedisClusterClient, prefix: string): RedisClient {
  if (!/\{[^}]+\}/.test(prefix)) {
    throw new AuthError('Configuration', 'In a cluster the prefix needs braces', {
      field: 'prefix',
      hint: "Write `prefix: '{portico}:'`. It keeps the keys together, so that they can be changed together.",
    })
  }
  return { sendCommand: (command) => cluster.sendCommand(prefix, false, command) }
}

function connecting(url: string, { timeout, warn }: RedisSettings): Connection {
  const open = async () => {
    const { createClient } = await findDriver('redis')
    // Without a connection a command fails at once; waiting for one could take for ever.
    const client = createClient({
      url,
      disableOfflineQueue: true,
      socket: { connectTimeout: timeout },
    })
    client.on('error', () => warn('The connection to Redis was lost'))
    await inTime(client.connect(), timeout).catch((error) => {
      client.destroy()
      throw error
    })
    return client
  }
  let opening: ReturnType<typeof open> | undefined
  return {
    client() {
      opening ??= open().catch((error) => {
        opening = undefined
        throw error
      })
      return opening
    },
    async close() {
      const client = await opening?.catch(() => undefined)
      opening = undefined
      if (client?.isReady) await client.close()
      else client?.destroy()
    },
  }
}

function translate(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  const reason = error instanceof Error && error.message ? error.message : 'no reason given'
  return new AuthError('StorageError', `Redis refused or did not answer: ${reason}`, {
    cause: error,
  })
}

/** Redis says what went wrong in the first word of its answer. */
function errorCode(error: unknown): string | undefined {
  const cause = error instanceof AuthError ? error.cause : error
  return cause instanceof Error ? cause.message.split(' ')[0] : undefined
}

async function inTime<T>(answer: Promise<T>, timeout: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${timeout} ms`)), timeout)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
