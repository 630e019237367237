import { readFact } from './dialect.ts'

/** The names under which statements are prepared on each connection of a pool. */
export interface StatementNames {
  /** The name of a statement; undefined if it is better sent as it is. */
  of(text: string): string | undefined
  /** The error to throw in place of one that says that a name is no good any more; undefined if it says something else. */
  forget(text: string, error: unknown): Error | undefined
}

/** Texts of ours are few; a connection keeps what it has prepared until it is closed. */
const mostNames = 500

/** The error of a prepared statement that uses a changed table or type, and must be prepared anew. */
const outdated = '0A000'
/** Somebody else shares this connection and does not know of our names, or took them away: a pooler that nobody noticed. */
const shared: ReadonlySet<unknown> = new Set(['26000', '42P05'])

/** Names for one pool. */
export function statementNames(): StatementNames {
  const names = new Map<string, string>()
  let count = 0
  let isShared = false
  return {
    of(text) {
      if (isShared) return undefined
      const known = names.get(text)
      if (known !== undefined || names.size >= mostNames) return known
      count++
      names.set(text, `portico_${count}`)
      return names.get(text)
    },
    forget(text, error) {
      const code = readFact(error, 'code')
      isShared ||= shared.has(code)
      if (code !== outdated && !isShared) return undefined
      names.delete(text)
      // Inside a transaction nothing works after this, so the whole of it is tried again.
      return Object.assign(new Error('A prepared statement is gone'), { code: '26000' })
    },
  }
}
