import { readFact } from './dialect.ts'

/** The names under which statements are prepared on each connection of a pool. */
export interface StatementNames {
  /** The name of a statement; undefined to send it unprepared. */
  of(text: string): string | undefined
  /** The error to throw if `error` says that a name is no longer valid; undefined otherwise. */
  forget(text: string, error: unknown): Error | undefined
}

/** The most names. Our texts are few; a connection keeps what it has prepared until it is closed. */
const mostNames = 500

/** The error of a prepared statement whose table or type has changed: it must be prepared again. */
const outdated = '0A000'
/** The errors that reveal an unnoticed pooler: another client of the connection does not know our names, or took them away. */
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
      // Inside a transaction nothing works after this error, so all of it is tried again.
      return Object.assign(new Error('A prepared statement is gone'), { code: '26000' })
    },
  }
}
