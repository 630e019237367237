import type { Part } from '../config/part.ts'
import { writtenParts } from '../config/parts.ts'
import type { Engine } from '../engine.ts'
import { loadMethod, loadPart } from '../methods/load.ts'
import { loadOnce } from '../services/load-once.ts'
import type { AuthConfig } from '../types/config.ts'
import { onceLoaded } from './once-loaded.ts'

type Call = (...asked: unknown[]) => Promise<unknown>

/** Calls by namespace and name. */
export type Namespaces = Readonly<Record<string, Readonly<Record<string, Call>>>>

/** The namespaces that the parts of a configuration add to `auth`. A part's code is loaded with the first call. */
export function partNamespaces(
  config: AuthConfig,
  load: (part: Part) => Promise<Namespaces>,
): Namespaces {
  const namespaces: Record<string, Record<string, Call>> = {}
  for (const part of writtenParts(config)) {
    const ask = onceLoaded(loadOnce(() => load(part)))
    for (const [namespace, names] of Object.entries(part.namespaces ?? {})) {
      const calls = names.map((name) => [
        name,
        (...asked: unknown[]) => ask((loaded) => call(loaded, namespace, name, asked)),
      ])
      namespaces[namespace] = Object.fromEntries(calls)
    }
  }
  return namespaces
}

/** The namespaces of a part whose configuration is right. */
export async function loadNamespaces(engine: Engine, { name }: Part): Promise<Namespaces> {
  const { config } = engine
  const provider = [...config.providers.values()].find(({ method }) => method.name === name)
  const part = config.parts.find((each) => each.name === name)
  const code = provider
    ? await loadMethod(config, provider)
    : part && (await loadPart(config, part))
  // Of a part, as it declared them.
  return { ...(code?.calls?.(engine) as Namespaces | undefined) }
}

function call(loaded: Namespaces, namespace: string, name: string, asked: unknown[]) {
  const found = loaded[namespace]?.[name]
  if (found) return found(...asked)
  throw new TypeError(`The part that brings auth.${namespace} has no ${name}()`)
}
