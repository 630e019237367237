import type { EventEmitter } from 'node:events'
import { AuthError } from '../../errors.ts'
import { reasonFor } from '../../services/causes.ts'
import { inTime } from '../../services/in-time.ts'
import { rethrow } from '../../services/installed-package.ts'
import { assertDriver, type Driver, loadDriver } from '../driver.ts'

/** The one method needed of a Redis client. The package `redis` has it; one line adds it to any other client. */
export interface RedisClient {
  sendCommand(command: string[]): Promise<unknown>
}

/** A client of a cluster, as `createCluster` of the package `redis` makes it. It finds the server by the first key. */
export interface RedisClusterClient {
  sendCommand(
    firstKey: string | undefined,
    isReadonly: boolean | undefined,
    command: string[],
  ): Promise<unknown>
  /** The servers that have keys. A client of one server has no such property. */
  masters: unknown
  /** The client of one of these servers. */
  nodeClient?(node: unknown): unknown
}

/** A client of servers that Sentinel watches, as the package `redis` makes it with `createSentinel`. */
export interface RedisSentinelClient {
  sendCommand(isReadonly: boolean | undefined, command: string[]): Promise<unknown>
  /** A client of one server has no such method. */
  getMasterNode: unknown
}

/** A client that the application has made. */
export type OwnRedisClient = RedisClient | RedisClusterClient | RedisSentinelClient

/** Sends commands to Redis or Valkey. All failures are `StorageError`s. */
export interface Redis {
  send(command: string, ...words: string[]): Promise<unknown>
  /** Runs a script, which Redis executes as one step. A script that only reads may run again if its answer is lost. */
  run(
    script: string,
    keys: readonly string[],
    values: readonly string[],
    onlyReads?: boolean,
  ): Promise<unknown>
  /** True if keys are on several servers: then a script can take one key only. */
  isSpread: boolean
  /** The servers that have keys of ours, in the client's order. */
  servers(): Promise<readonly Pick<Redis, 'send'>[]>
  close(): Promise<void>
}

/** The settings with which commands are sent. */
export interface RedisSettings {
  /** The milliseconds that an answer may take. */
  timeout: number
  /** The beginning of all keys; in a cluster, braces in it keep them on one server. */
  prefix: string
  /** True if keys may be on different servers of a cluster: no change of several keys has to be atomic. */
  maySpread: boolean
  warn: (message: string) => void
}

/** Loaded when it is first needed; file tracers see its name. */
const driver: Driver<typeof import('redis')> = {
  name: 'redis',
  load: async (name) => {
    try {
      return await import(
        /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: false */ /* turbopackOptional: true */ name ??
          'redis'
      )
    } catch (cause) {
      return rethrow(cause)
    }
  },
  otherwise: 'pass `redis()` a client that the application has made',
}

/** Rejects if the address is empty or the package `redis` cannot be found. */
export function assertRedis(address: string): Promise<void> {
  return assertDriver(driver, address)
}

/** The most attempts of a command that failed without effect, or only reads. */
const maxAttempts = 3

/** The milliseconds that a command waits for a lost connection to be replaced. The driver opens another within 200. */
const reconnectMilliseconds = 1000

/** A connection to Redis. One by address is opened at the first command. */
export function createRedis(server: string | OwnRedisClient, settings: RedisSettings): Redis {
  const isSpread = typeof server !== 'string' && isSpreading(server, settings)
  const connection =
    typeof server === 'string'
      ? connecting(server, settings)
      : borrowed(clientOfOneServer(server, isSpread ? undefined : settings.prefix))
  const known = new Map<string, string>()

  function send(...command: string[]): Promise<unknown> {
    return sendAgain(command, reading.has(command[0] ?? ''))
  }

  async function sendAgain(command: string[], onlyReads: boolean): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await sendOnce(command)
      } catch (error) {
        if (attempt === maxAttempts || !isRepeatable(error, onlyReads)) throw translate(error)
      }
    }
  }

  async function sendOnce(command: string[]): Promise<unknown> {
    const client = await connection.client()
    const giveUp = () => connection.giveUp(client)
    return inTime(client.sendCommand(command), settings.timeout, giveUp).catch((error) => {
      if (hasSteppedDown(error)) giveUp()
      throw error
    })
  }

  async function run(
    script: string,
    keys: readonly string[],
    values: readonly string[],
    onlyReads = false,
  ) {
    const words = [String(keys.length), ...keys, ...values]
    const hash = known.get(script) ?? String(await send('SCRIPT', 'LOAD', script))
    known.set(script, hash)
    try {
      return await sendAgain(['EVALSHA', hash, ...words], onlyReads)
    } catch (error) {
      // A server that was restarted or promoted does not know the script.
      if (errorCode(error) !== 'NOSCRIPT') throw error
      return sendAgain(['EVAL', script, ...words], onlyReads)
    }
  }

  async function servers(): Promise<readonly Pick<Redis, 'send'>[]> {
    if (!isSpread || typeof server === 'string' || !('masters' in server)) return [{ send }]
    const nodes = Array.isArray(server.masters) ? server.masters : []
    const clients = await Promise.all(nodes.map((node) => server.nodeClient?.(node)))
    return clients.map((client) => createRedis(client as RedisClient, settings))
  }

  return { send, run, isSpread, servers, close: connection.close }
}

/** True if keys are spread over a cluster: `maySpread` is set, and the prefix has no braces that keep them together. */
function isSpreading(client: OwnRedisClient, { prefix, maySpread }: RedisSettings): boolean {
  return maySpread && 'masters' in client && !hasBraces(prefix)
}

/** True if a prefix has braces: the text in the first braces of a key decides its place in a cluster. */
function hasBraces(prefix: string): boolean {
  return /\{[^}]+\}/.test(prefix)
}

interface Connection {
  client(): Promise<RedisClient>
  /** Replaces a client that does not answer, if it is ours. */
  giveUp(client: RedisClient): void
  close(): Promise<void>
}

function borrowed(client: RedisClient): Connection {
  return { client: async () => client, giveUp() {}, close: async () => {} }
}

/** A client that takes plain commands, on top of a client of any kind. */
function clientOfOneServer(client: OwnRedisClient, prefix: string | undefined): RedisClient {
  if ('masters' in client) return ofCluster(client, prefix)
  if ('getMasterNode' in client)
    return { sendCommand: (command) => client.sendCommand(false, command) }
  return client
}

/** Sends commands to one server of a cluster: to that of their key, or to the one that has all of our keys by the braces of the prefix. */
function ofCluster(cluster: RedisClusterClient, prefix: string | undefined): RedisClient {
  if (prefix !== undefined && !hasBraces(prefix)) {
    throw new AuthError('Configuration', 'In a cluster the prefix needs braces', {
      field: 'prefix',
      hint: "Write `prefix: '{portico}:'`. It keeps the keys together, so that they can be changed together. To spread them, put Redis in front of a database with `inFrontOf`.",
    })
  }
  return {
    sendCommand: (command) => cluster.sendCommand(prefix ?? keyIn(command), false, command),
  }
}

/** The first key of a command; undefined where any server will do. In `EVAL`, the script and the number of keys come first. */
function keyIn([command = '', ...words]: readonly string[]): string | undefined {
  if (command === 'SCRIPT') return undefined
  return command.startsWith('EVAL') ? words[2] : words[0]
}

function connecting(url: string, { timeout, warn }: RedisSettings): Connection {
  let client: Awaited<ReturnType<typeof open>> | undefined
  let opening: ReturnType<typeof open> | undefined
  /** The moment at which the connection was lost. The driver opens another, but does not check that the server answers. */
  let offlineSince: number | undefined
  const open = async () => {
    const { createClient } = await loadDriver(driver)
    // Without a connection a command fails at once; in a queue it could wait for ever.
    const made = createClient({
      url,
      disableOfflineQueue: true,
      socket: { connectTimeout: timeout },
    })
    made.on('error', () => {
      offlineSince ??= performance.now()
      warn('The connection to Redis was lost')
    })
    made.on('ready', () => {
      offlineSince = undefined
    })
    await inTime(made.connect(), timeout, () => made.destroy()).catch((error) => {
      if (made.isOpen) made.destroy()
      throw error
    })
    return made
  }
  const reset = () => {
    const given = client
    client = opening = offlineSince = undefined
    if (given?.isOpen) given.destroy()
  }
  return {
    async client() {
      if (offlineSince && performance.now() - offlineSince > timeout * 2) reset()
      opening ??= open().then(
        (made) => {
          client = made
          return made
        },
        (error) => {
          reset()
          throw error
        },
      )
      const made = await opening
      if (made.isOpen && !made.isReady) await nextReady(made, timeout)
      return made
    },
    giveUp(given) {
      if (given === client) reset()
    },
    async close() {
      await opening?.catch(() => undefined)
      // Commands that still wait have a time limit, and so has closing.
      if (client?.isReady) await inTime(client.close(), timeout).catch(() => undefined)
      reset()
    },
  }
}

/** Waits a moment for the connection that the driver opens in place of a lost one. */
async function nextReady(client: EventEmitter, timeout: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  client.once('ready', resolve)
  await inTime(promise, Math.min(timeout, reconnectMilliseconds)).catch(() => {})
  client.off('ready', resolve)
}

function translate(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  const reason = reasonFor(error) || 'no reason given'
  return new AuthError('StorageError', `Redis refused or did not answer: ${reason}`, {
    cause: error,
    hint: hints[errorCode(error) ?? ''],
  })
}

const hints: Readonly<Record<string, string>> = {
  MOVED:
    'This server is one of a cluster: pass `redis()` a client that `createCluster` has made, and a prefix in braces.',
}

/** Commands that change nothing, and so may be sent again. */
const reading = new Set(['GET', 'LRANGE', 'SCAN', 'ZRANGEBYLEX', 'ZREVRANGEBYLEX', 'ZSCAN'])

/** True if a command can be sent again after this error: it did nothing, or it only reads and its answer was lost. */
function isRepeatable(error: unknown, onlyReads: boolean): boolean {
  const name = error instanceof Error ? error.constructor.name : ''
  const isLost = name === 'SocketClosedUnexpectedlyError' && onlyReads
  return hasSteppedDown(error) || name === 'ClientOfflineError' || isLost
}

/**
 * Errors that a server reports before it does anything, because it has become a replica or is not ready. The next connection may reach the
 * server that took over.
 */
const steppedDown = new Set(['READONLY', 'MASTERDOWN', 'LOADING'])

function hasSteppedDown(error: unknown): boolean {
  return steppedDown.has(errorCode(error) ?? '')
}

/** The code of a Redis error, such as `READONLY`: the first word of its message. */
export function errorCode(error: unknown): string | undefined {
  const cause = error instanceof AuthError ? error.cause : error
  return cause instanceof Error ? cause.message.split(' ')[0] : undefined
}
