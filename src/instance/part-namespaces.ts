import type { Part } from '../config/part.ts'
import { onceLoaded } from './once-loaded.ts'

/** A call of a namespace. */
type Call = (...asked: unknown[]) => Promise<unknown>

/** Calls by namespace and name. */
export type Namespaces = Readonly<Record<string, Readonly<Record<string, Call>>>>

/** The namespaces that parts add to `auth`. A part's code is loaded with the first call. */
export function partNamespaces(
  parts: readonly Part[],
  load: (part: Part) => Promise<Namespaces>,
): Namespaces {
  const namespaces: Record<string, Record<string, Call>> = {}
  for (const part of parts) {
    const ask = onceLoaded(() => load(part))
    for (const [namespace, names] of Object.entries(part.namespaces ?? {})) {
      const own: Record<string, Call> = {}
      for (const name of names)
        own[name] = (...asked) => ask(async (all) => all[namespace]?.[name]?.(...asked))
      namespaces[namespace] = own
    }
  }
  return namespaces
}
