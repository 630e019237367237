import type { FirstSignIn, ReturningSignIn, SignInAtOnce } from '../../types/storage.ts'
import { maxSessions } from '../parts.ts'
import type { Assignment } from './optimistic-transaction.ts'
import { type Sql, type Statement, sql } from './sql.ts'
import { shaped } from './statement-cache.ts'
import { filled, keysOf } from './statements.ts'
import { readColumn, selection, type Table, type Tables } from './tables.ts'
import { matching, valuesOf } from './where.ts'

/** The name under which a user's id is selected unconverted. No column has it: the application may name columns as it likes. */
const ownerId = sql.id("the owner's id")

/**
 * The sign-in of a known user. Everything depends on the account, which is updated once its user is locked: if it was disconnected
 * meanwhile, nothing is written.
 */
export function returningSignIn(
  tables: Tables,
  signIn: ReturningSignIn,
  changes: readonly Assignment[],
): Statement {
  const { users, accounts, sessions } = tables
  const key = keyOf(signIn)
  const begin = beginning(tables, signIn)
  const keys = valuesOf(accounts, key)
  const values = [...keys, ...Object.values(key), ...written(changes), ...keys, ...begin.values]
  return shaped(accounts.texts, `again ${keysOf(changes)} ${begin.shape}`, values, () => {
    const [id, userId] = [users.column('id').name, accounts.column('userId').name]
    const sets = changes.map(([{ name }, value]) => sql`${name} = ${value}`)
    return sql`
      with owner as (
        select ${selection(users, 'u')}, u.${id} as ${ownerId}
        from ${accounts.name} a inner join ${users.name} u on u.${id} = a.${userId}
        where ${matching(accounts, key, 'a')} and ${exactly(accounts, key)}
        ${signIn.session ? roomIn(sessions, id) : sql``} for update of u
      ), signed as (
        update ${accounts.name} a set ${sql.join(sets)} from owner
        where ${matching(accounts, key, 'a')} and a.${userId} = owner.${ownerId}
        returning owner.${ownerId}
      ), ${begin.build()}
      select owner.* from owner inner join signed on true`
  })
}

/** The first sign-in of a user. Of two at once, the unique keys refuse one. */
export function firstSignIn(
  tables: Tables,
  signIn: FirstSignIn,
  made: { user: readonly Assignment[]; account: readonly Assignment[] },
): Statement {
  const { users, accounts } = tables
  const key = keyOf(signIn)
  const begin = beginning(tables, signIn)
  const { email } = signIn.user
  const address = email ? { email } : undefined
  const values = [
    ...written(made.user),
    ...valuesOf(accounts, key),
    ...(address ? valuesOf(users, address) : []),
    ...written(made.account),
    ...begin.values,
  ]
  const columns = [keysOf(made.user), address ? 'address' : '', keysOf(made.account)]
  return shaped(accounts.texts, `first ${columns.join(' ')} ${begin.shape}`, values, () => {
    const id = users.column('id')
    const isFree = address
      ? sql`and not exists (select 1 from ${users.name} where ${matching(users, address)})`
      : sql``
    return sql`
      with signed as (
        insert into ${users.name} (${sql.join(made.user.map(([{ name }]) => name))})
        select ${sql.join(written(made.user))}
        where not exists (select 1 from ${accounts.name} where ${matching(accounts, key)}) ${isFree}
        returning ${id.name} as ${ownerId}, ${readColumn(id)} as id
      ), linked as (${insertFor(accounts, made.account)}), ${begin.build()}
      select id from signed`
  })
}

/** The session, the one that it replaces, and the lines of the audit log, for the user in `signed`. */
function beginning(
  { sessions, audit }: Tables,
  { session, replaces, lines }: Pick<SignInAtOnce<object>, 'session' | 'replaces' | 'lines'>,
) {
  const begun = session && filled(sessions, { ...session })
  const gone = replaces === undefined ? undefined : { sessionToken: replaces }
  const told = lines.map((line) =>
    filled(audit, { ...line, id: crypto.randomUUID(), at: line.at.getTime() }),
  )
  const all = [...(begun ? [begun] : []), ...told]
  return {
    shape: `${gone ? 'replaces' : ''} ${begun ? 'begins' : ''} ${all.map(keysOf).join(' ')}`,
    values: [...(gone ? valuesOf(sessions, gone) : []), ...all.flatMap(written)],
    build(): Sql {
      const ending =
        gone &&
        sql`gone as (
        delete from ${sessions.name} where ${matching(sessions, gone)} and exists (select 1 from signed)
      )`
      const beginning = begun && sql`begun as (${insertFor(sessions, begun)})`
      const telling = told.map(
        (line, place) => sql`${sql.id(`told ${place}`)} as (${insertFor(audit, line)})`,
      )
      return sql.join([ending, beginning, ...telling].filter((part) => part !== undefined))
    },
  }
}

function keyOf({
  account: { provider, providerAccountId },
}: SignInAtOnce<ReturningSignIn['account']>) {
  return { provider, providerAccountId }
}

function written(values: readonly Assignment[]): unknown[] {
  return values.map(([, value]) => value)
}

/** The condition that columns have exactly these values: databases may treat different texts as equal. */
export function exactly(table: Table, key: Readonly<Record<string, string>>): Sql {
  const same = Object.entries(key).map(
    ([name, value]) =>
      sql`cast(${readColumn(table.column(name), 'a')} as text) collate "C" = ${value}`,
  )
  return sql.join(same, sql` and `)
}

/** The condition that a user may have one more session. Otherwise one of them has to end first. */
function roomIn(sessions: Table, id: Sql): Sql {
  const most = sql.integer(maxSessions)
  return sql`and (select count(*) from (
    select 1 from ${sessions.name} s where s.${sessions.column('userId').name} = u.${id} limit ${most}
  ) owned) < ${most}`
}

/** Inserts a row for the user in `signed`. */
function insertFor(table: Table, values: readonly Assignment[]): Sql {
  const columns = [...values.map(([{ name }]) => name), table.column('userId').name]
  const selected = [...written(values), ownerId]
  return sql`insert into ${table.name} (${sql.join(columns)}) select ${sql.join(selected)} from signed`
}
