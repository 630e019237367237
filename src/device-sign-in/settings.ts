import type { OptionKinds } from '../config/option-kinds.ts'
import { assertPartOptions } from '../config/part-options.ts'
import { configError } from '../config/problems.ts'
import { readSeconds } from '../config/seconds.ts'
import type { AuthError } from '../errors.ts'
import type { DeviceClient, DeviceSignInOptions } from '../types/device-sign-in.ts'
import { part } from './kinds.ts'

/** The options, read. */
export interface DeviceSettings {
  /** A map, because a stranger chooses the id that is looked up. */
  readonly clients: ReadonlyMap<string, DeviceClient>
  readonly maxAgeSeconds: number
  readonly prefix: string
}

/** As every session, a device is asked again after half a year. */
const longestSeconds = 180 * 86_400

/** RFC 6749 §3.3 and appendix A.1: visible characters, without quotes and backslashes. */
const isWord = /^[\x21\x23-\x5b\x5d-\x7e]{1,60}$/

/** Long enough to be no other service's by accident. */
const isPrefix = /^(?=.{4,30}$)[A-Za-z][A-Za-z0-9_]*_$/

const kinds: OptionKinds<keyof DeviceSignInOptions> = {
  clients: 'object',
  maxAge: 'string or number',
  prefix: 'string',
}

/** Reads the options; refuses what cannot work. */
export function readSettings(options: DeviceSignInOptions): DeviceSettings {
  assertPartOptions(part, options, kinds)
  const { clients, maxAge = '90d', prefix = 'portico_dev_' } = options
  const entries = Object.entries(clients ?? {})
  if (entries.length === 0)
    throw wrong(
      'clients',
      'DeviceSignIn() needs `clients`',
      "Pass clients: { 'acme-tv': 'Acme TV' }.",
    )
  const read = entries.map(([id, client]): [string, DeviceClient] => {
    const full: DeviceClient = typeof client === 'string' ? { name: client } : Object(client)
    const { name, scopes = [] } = full
    const isNamed = isWord.test(id) && typeof name === 'string' && name.trim() !== ''
    if (!isNamed || !Array.isArray(scopes) || ![...scopes].every((scope) => isWord.test(scope)))
      throw wrong(
        'clients',
        `The client "${id.slice(0, 60)}" cannot be used`,
        "Write 'acme-tv': 'Acme TV', or { name: 'Acme TV', scopes: ['read'] }.",
      )
    return [id, full]
  })
  if (!isPrefix.test(prefix))
    throw wrong(
      'prefix',
      `The prefix "${prefix}" cannot begin a key`,
      "Write it as prefix: 'acme_dev_'.",
    )
  return { clients: new Map(read), maxAgeSeconds: readMaxAge(maxAge), prefix }
}

function readMaxAge(maxAge: string | number): number {
  const seconds = readSeconds(maxAge)
  if (seconds !== undefined && seconds <= longestSeconds) return seconds
  throw wrong(
    'maxAge',
    `DeviceSignIn() cannot use maxAge: ${String(maxAge)}`,
    "Write '90d', '12h' or seconds, at most 180 days.",
  )
}

function wrong(option: string, message: string, hint: string): AuthError {
  return configError(`parts.${part}.${option}`, message, hint)
}
