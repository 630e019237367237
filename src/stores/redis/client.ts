import type { EventEmitter } from 'node:events'
import { AuthError } from '../../errors.ts'
import { reasonFor } from '../../services/causes.ts'
import { rethrow } from '../../services/installed-package.ts'
import { assertDriver, type Driver, loadDriver } from '../driver.ts'
import { inTime } from '../in-time.ts'

/** The part of a Redis client that is needed; the package `redis` has it, and a line makes any other client have it. */
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
  /** The servers that have keys; what tells it from a client of one server. */
  masters: unknown
  /** The client of one of them. */
  nodeClient?(node: unknown): unknown
}

/** A client of servers that Sentinel watches, as the package `redis` makes it with `createSentinel`. */
export interface RedisSentinelClient {
  sendCommand(isReadonly: boolean | undefined, command: string[]): Promise<unknown>
  /** The method by which it differs from a client of one server. */
  getMasterNode: unknown
}

/** A client that the application has made. */
export type OwnRedisClient = RedisClient | RedisClusterClient | RedisSentinelClient

/** Sends commands to Redis or Valkey. All failures are `StorageError`s. */
export interface Redis {
  send(command: string, ...words: string[]): Promise<unknown>
  /** Runs a script, which Redis does as one step. One that only reads may be run again if its answer is lost. */
  run(
    script: string,
    keys: readonly string[],
    values: readonly string[],
    onlyReads?: boolean,
  ): Promise<unknown>
  /** True if keys are on several servers: a script can have one of them. */
  isSpread: boolean
  /** Sends the same command to each server that has keys of ours; in the order in which the client knows them. */
  servers(): Promise<readonly Pick<Redis, 'send'>[]>
  close(): Promise<void>
}

/** The settings with which commands are sent. */
export interface RedisSettings {
  /** The milliseconds that an answer may take. */
  timeout: number
  /** The beginning of all keys; in a cluster, braces in it keep them on one server. */
  prefix: string
  /** In a cluster, keys may be on different servers: no change of several of them must be whole. */
  maySpread: boolean
  warn: (message: string) => void
}

/** Found when it is first needed; tracers see its name. */
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

/** Rejects where the package that connects to an address is not to be had. */
export function assertRedis(address: string): Promise<void> {
  return assertDriver(driver, address)
}

/** The number of times that a command is sent which did nothing, or only reads, before its failure counts. */
const maxAttempts = 3

/** The milliseconds that a command waits for a connection that was just lost. The driver opens another within 200. */
const reconnectMilliseconds = 1000

/** Gets ready to talk to Redis. An address is connected to at the first command. */
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
      // A server that was restarted, or took over from another one, has to be told the script again.
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

/** True if a client of a cluster spreads the keys: they may be spread, and the prefix does not keep them together. */
function isSpreading(client: OwnRedisClient, { prefix, maySpread }: RedisSettings): boolean {
  return maySpread && 'masters' in client && !hasBraces(prefix)
}

/** Redis takes the text in the first braces of a key for its place in a cluster. */
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

/** Sends commands as one server takes them, whatever the client finds the server by. */
function clientOfOneServer(client: OwnRedisClient, prefix: string | undefined): RedisClient {
  if ('masters' in client) return ofCluster(client, prefix)
  if ('getMasterNode' in client)
    return { sendCommand: (command) => client.sendCommand(false, command) }
  return client
}

/** The server of a cluster that a command is for: that of its key, or the one that has all of our keys by the braces of their prefix. */
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

/** The first key of a command; undefined where any server will do. A script comes first, and then the number of its keys. */
function keyIn([command = '', ...words]: readonly string[]): string | undefined {
  if (command === 'SCRIPT') return undefined
  return command.startsWith('EVAL') ? words[2] : words[0]
}

function connecting(url: string, { timeout, warn }: RedisSettings): Connection {
  let client: Awaited<ReturnType<typeof open>> | undefined
  let opening: ReturnType<typeof open> | undefined
  /** Since when there has been no connection; the driver tries to get one, but not whether anybody answers there. */
  let offlineSince: number | undefined
  const open = async () => {
    const { createClient } = await loadDriver(driver)
    // Without a connection a command fails at once; waiting for one could take for ever.
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
      // Whoever still waits for an answer has a time limit, and so has this.
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

/** Commands that change nothing, whoever has seen their answer. */
const reading = new Set(['GET', 'LRANGE', 'SCAN', 'ZRANGEBYLEX', 'ZREVRANGEBYLEX', 'ZSCAN'])

/** True if a command can be sent again after this: it did nothing, or the answer to a reading one was lost. */
function isRepeatable(error: unknown, onlyReads: boolean): boolean {
  const name = error instanceof Error ? error.constructor.name : ''
  const isLost = name === 'SocketClosedUnexpectedlyError' && onlyReads
  return hasSteppedDown(error) || name === 'ClientOfflineError' || isLost
}

/**
 * The errors by which a server says, before it does anything, that it has become a copy or is not ready: the next connection may reach the
 * one that took over.
 */
const steppedDown = new Set(['READONLY', 'MASTERDOWN', 'LOADING'])

function hasSteppedDown(error: unknown): boolean {
  return steppedDown.has(errorCode(error) ?? '')
}

/** Redis says what went wrong in the first word of its answer. */
export function errorCode(error: unknown): string | undefined {
  const cause = error instanceof AuthError ? error.cause : error
  return cause instanceof Error ? cause.message.split(' ')[0] : undefined
}
