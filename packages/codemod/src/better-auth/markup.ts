import type { Note, Source } from '../source.ts'
import type { Names } from './application.ts'
import { importedMembers } from './imported-members.ts'

/** A note about the markup of a component that uses the client: only scripts are read. */
export function judgeMarkup(source: Source, names: Names): Note[] {
  if (!/\.(svelte|vue)$/.test(source.path)) return []
  const markup = source.text.replace(/<script\b.*?<\/script>/gs, (part) => ' '.repeat(part.length))
  const called = [...names.clients, ...importedMembers(source, names).keys()]
  const either = called.map((name) => name.replaceAll('$', '\\$')).join('|')
  const start = markup.search(new RegExp(`(?<![\\w$.])(${either})[.(]`))
  const note = 'the markup calls the client, too: move these calls by hand, as in the script'
  return start < 0 ? [] : [{ start, note, importance: 'first' }]
}
