import type { Callbacks, Events } from '../types/config.ts'
import { configError } from './address.ts'

const callbacks: Record<keyof Callbacks, true> = {
  signIn: true,
  redirect: true,
  jwt: true,
  session: true,
}

const events: Record<keyof Events, true> = {
  signIn: true,
  signOut: true,
  createUser: true,
  updateUser: true,
  linkAccount: true,
  session: true,
  takeover: true,
  webhook: true,
}

/** The application's decisions. A `signIn` that was overlooked would let everybody in. */
export function readCallbacks(written: Callbacks | undefined): Readonly<Callbacks> {
  return readFunctions('callbacks', written, callbacks)
}

/** What the application wants to be told. */
export function readEvents(written: Events | undefined): Readonly<Events> {
  return readFunctions('events', written, events)
}

/** Functions that nobody will ever call, because their names are none of ours. */
export function uncalled(written: { callbacks?: object; events?: object }): string[] {
  const known = { callbacks, events }
  return (['callbacks', 'events'] as const).flatMap((field) =>
    Object.entries(written[field] ?? {})
      .filter(([name, value]) => typeof value === 'function' && !Object.hasOwn(known[field], name))
      .map(([name]) => `${field}.${name}`),
  )
}

/** Takes functions by name rather than by what an object lists: a class keeps its methods elsewhere, and they need their `this`. */
function readFunctions<T extends object>(
  field: string,
  written: T | undefined,
  known: Record<keyof T, true>,
): Readonly<T> {
  const found: Record<string, unknown> = {}
  for (const name of Object.keys(known)) {
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
