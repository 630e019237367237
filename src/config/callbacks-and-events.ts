import type { Callbacks, Events } from '../types/hooks.ts'
import { assertCallbackNames } from './option-names.ts'
import { callbackNames, eventNames } from './options.ts'
import type { Part } from './part.ts'
import { configError } from './problems.ts'

/** The application's decisions. A `signIn` that was overlooked would let everybody in. */
export function readCallbacks(
  written: Callbacks | undefined,
  parts: readonly Part[],
): Readonly<Callbacks> {
  assertCallbackNames(written)
  const own = readFunctions('callbacks', written, Object.keys(callbackNames))
  return parts.reduce((callbacks, part) => part.callbacks?.(callbacks) ?? callbacks, own)
}

/** The application's functions for events, with the names checked. */
export function readEvents(written: Events | undefined, parts: readonly Part[]): Readonly<Events> {
  const names = [...Object.keys(eventNames), ...parts.flatMap(({ events = [] }) => events)]
  return readFunctions('events', written, names)
}

/** Takes functions by name rather than by what an object lists: a class keeps its methods elsewhere, and they need their `this`. */
function readFunctions<T extends object>(
  field: string,
  written: T | undefined,
  names: readonly string[],
): Readonly<T> {
  const found: Record<string, unknown> = {}
  for (const name of names) {
    const value: unknown = written ? Reflect.get(written, name) : undefined
    if (value === undefined) continue
    if (typeof value !== 'function') {
      const what = `${field}.${name} is ${JSON.stringify(value)}, which is not a function`
      throw configError(`${field}.${name}`, what, 'Write a function, or leave it out.')
    }
    found[name] = value.bind(written)
  }
  return Object.freeze(found) as Readonly<T>
}
