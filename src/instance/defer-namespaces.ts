import { onceLoaded } from './once-loaded.ts'

/** A call of a namespace. */
type Call = (...asked: unknown[]) => Promise<unknown>

/** Calls by namespace and name, and those that stand in `auth` itself. */
export type Namespaces = Readonly<Record<string, Readonly<Record<string, Call>> | Call>>

/** Namespaces whose calls are loaded with the first of them. One without names is a call by itself. */
export function deferNamespaces(
  names: Readonly<Record<string, readonly string[]>>,
  load: () => Promise<object>,
): Namespaces {
  const ask = onceLoaded(load)
  const namespaces = Object.entries(names).map(([namespace, calls]) => {
    const call = (name: string): Call => {
      return (...asked) =>
        ask(async (all) => {
          const found = Reflect.get(all, namespace)
          return (found?.[name] ?? found)?.(...asked)
        })
    }
    const named = () => Object.fromEntries(calls.map((name) => [name, call(name)]))
    return [namespace, calls.length > 0 ? named() : call('')]
  })
  return Object.fromEntries(namespaces)
}
