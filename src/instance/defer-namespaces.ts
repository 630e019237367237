import { onceLoaded } from './once-loaded.ts'

/** The names of calls, by namespace. A namespace without names is a call by itself. */
export type NamespaceNames = Readonly<Record<string, readonly string[]>>

/** The calls of these names. */
type Deferred<All, Names extends NamespaceNames> = {
  [Namespace in keyof All & keyof Names]: Names[Namespace] extends readonly []
    ? All[Namespace]
    : Pick<All[Namespace], keyof All[Namespace] & Names[Namespace][number]>
}

/** Namespaces whose code is loaded at the first call. */
export function deferNamespaces<All extends object, const Names extends NamespaceNames>(
  names: Names,
  load: () => Promise<All>,
): Deferred<All, Names> {
  const ask = onceLoaded<object>(load)
  const namespaces = Object.entries(names).map(([namespace, calls]) => {
    const call = (name: string) => {
      return (...asked: unknown[]) =>
        ask(async (all) => {
          const found = Reflect.get(all, namespace)
          return (found[name] ?? found)(...asked)
        })
    }
    const named = () => Object.fromEntries(calls.map((name) => [name, call(name)]))
    return [namespace, calls.length > 0 ? named() : call('')]
  })
  return Object.fromEntries(namespaces)
}
