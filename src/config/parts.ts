import type { AuthConfig } from '../types/config.ts'
import type { MethodPart, Part } from './part.ts'
import { configError } from './problems.ts'

/** Knows a part, or a method that a provider carries along, by what it must have. */
export function isPart(written: unknown): written is Part {
  return (
    typeof written === 'object' &&
    written !== null &&
    'name' in written &&
    typeof written.name === 'string' &&
    'load' in written &&
    typeof written.load === 'function'
  )
}

/** Knows a method. */
export function isMethod(written: unknown): written is MethodPart {
  return isPart(written) && 'configure' in written
}

/** Reads `parts`: what an application imports besides its providers. */
export function readParts({ parts = [] }: AuthConfig): readonly Part[] {
  const read: Part[] = []
  for (const part of Array.isArray(parts) ? parts : [parts]) {
    if (!isPart(part) || isMethod(part)) throw noPart(part)
    if (read.some(({ name }) => name === part.name)) {
      throw configError('parts', `Two parts are called "${part.name}"`, 'Leave one of them out.')
    }
    read.push(part)
  }
  return Object.freeze(read)
}

function noPart(written: unknown): Error {
  const isProvider = typeof written === 'function' || isMethod(Object(written).method)
  return configError(
    'parts',
    'Something in `parts` is not a part',
    isProvider
      ? 'Providers go into `providers`.'
      : 'Call the function that makes the part, and check its import.',
  )
}

/** The namespaces of `auth` that the parts of a configuration bring, whether the rest of it is right or not. */
export function writtenParts({ providers, parts }: AuthConfig): Part[] {
  const listed: unknown[] = Array.isArray(providers) ? providers : []
  const found = [...listed.map(methodOf), ...(Array.isArray(parts) ? parts : [])]
  return [...new Set(found.filter(isPart))]
}

/** The method that a provider brings along. One that cannot be called is reported where providers are read. */
function methodOf(provider: unknown): unknown {
  try {
    const called: unknown = typeof provider === 'function' ? provider({}) : provider
    return Object(called).method
  } catch {
    return undefined
  }
}
