import type { Callbacks, Events } from '../types/hooks.ts'
import { allOf, assertTypes } from './option-kinds.ts'
import { assertCallbackNames } from './option-names.ts'
import { callbackNames, eventNames } from './options.ts'
import type { Part } from './part.ts'

/** The application's callbacks. A `signIn` that was overlooked would let everybody in. */
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

/** Reads functions by name, not by an object's own keys, and binds them: a class has its methods on the prototype, and they need `this`. */
function readFunctions<T extends object>(
  field: string,
  written: T | undefined,
  names: readonly string[],
): Readonly<T> {
  assertTypes(written ?? {}, allOf(names, 'function'), `${field}.`)
  const found: Record<string, unknown> = {}
  for (const name of names) {
    const value: unknown = written ? Reflect.get(written, name) : undefined
    if (value === undefined) continue
    found[name] = (value as () => unknown).bind(written)
  }
  return Object.freeze(found) as Readonly<T>
}
