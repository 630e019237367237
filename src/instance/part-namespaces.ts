import type { Part } from '../config/part.ts'
import { deferNamespaces } from './defer-namespaces.ts'

/**
 * The namespaces of `auth`, and those of parts, which may add calls to an existing namespace but replace none. A part's code is loaded at
 * the first call.
 */
export function withPartNamespaces<Own extends object>(
  own: Own,
  parts: readonly Part[],
  load: (part: Part) => Promise<object>,
): Own {
  const all = { ...own } as Record<string, object>
  for (const part of parts) {
    const added: Record<string, object> = deferNamespaces(part.namespaces ?? {}, () => load(part))
    for (const [name, calls] of Object.entries(added))
      all[name] = typeof calls === 'function' ? calls : { ...calls, ...all[name] }
  }
  return all as Own
}
