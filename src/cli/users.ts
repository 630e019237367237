import { requireOperation } from '../services/require-storage.ts'
import type { StoredUser } from '../types/storage.ts'
import { envOption, withStorage } from './application-storage.ts'
import { type Command, defineCommand } from './command.ts'
import { more, pagingOptions, readPaging } from './paging.ts'

/** Lists users. */
export const users: Command = defineCommand({
  summary: 'List users, or find them by the beginning of a name or an address',
  about: `It reads the storage of the file that calls Auth(); without a name, of auth.ts in the usual places. It changes nothing.`,
  words: ['[auth.ts]'],
  options: {
    query: { type: 'string', value: '<text>', about: 'the beginning of a name or an address' },
    ...pagingOptions,
    ...envOption,
  },
  exits: true,
  async run({ values, words }, context) {
    const { query, env } = values
    const paging = readPaging(values)
    const page = await withStorage(context, words, env, async (storage) =>
      requireOperation(storage, 'listUsers')({ query }, paging),
    )
    const lines = page.users.length > 0 ? page.users.map(line) : ['Nobody was found.']
    context.report(page, [...lines, ...more(page.next)].join('\n'))
  },
})

function line({ id, name, email, signInBlock }: StoredUser): string {
  const facts = [id, email ?? '–', name ?? '–', ...(signInBlock ? ['blocked'] : [])]
  return facts.map(printable).join('  ')
}

/** Replaces control characters: a name is free text, and must not move the cursor or begin a line of its own. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\u{FFFD}')
}
