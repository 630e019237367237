import type { AuthConfig } from '../types/config.ts'
import type { MethodPart, Part } from './part.ts'
import { configError } from './problems.ts'
import type { PartInputs } from './provider-inputs.ts'

/** Recognises a part, or a provider's method, by its required members. */
function isPart(written: unknown): written is Part {
  const { name, load } = Object(written)
  return typeof name === 'string' && typeof load === 'function'
}

/** Recognises a method. */
export function isMethod(written: unknown): written is MethodPart {
  return isPart(written) && 'configure' in written
}

/** Reads `parts`: what an application imports besides its providers. Each is completed by the environment, if it needs that. */
export function readParts({ parts = [] }: AuthConfig, inputs: PartInputs): readonly Part[] {
  const written = [parts].flat()
  const names = new Set<string>()
  return written.map((part: unknown, place) => {
    if (!isPart(part) || isMethod(part) || names.has(part.name))
      throw configError(
        'parts',
        `\`parts[${place}]\` is no part, or is there twice`,
        'Call the import; providers go into `providers`.',
      )
    names.add(part.name)
    return part.complete?.(inputs) ?? part
  })
}

/** The parts of a configuration, methods among them, even if the rest of it is wrong. */
export function writtenParts({ providers, parts }: AuthConfig): Part[] {
  return [providers, parts].flat().map(partOf).filter(isPart)
}

/** The method of a provider, or an entry of `parts` itself. A provider that throws is reported when providers are read. */
function partOf(written: unknown): unknown {
  try {
    const called = typeof written === 'function' ? written({}) : written
    return called.method ?? called
  } catch {
    return undefined
  }
}
