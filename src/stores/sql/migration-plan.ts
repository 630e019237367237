import { AuthError } from '../../errors.ts'
import type { Dialect, FoundTable } from './dialect.ts'
import type { Names } from './names.ts'
import { ownTablesAdvice } from './own-tables-advice.ts'
import { type Migration, schema, type TableKey, type TablePlan, tableKeys } from './schema.ts'
import { fillFor, foldedColumn } from './tables.ts'

/** The facts that a plan is made from. */
export interface Ground {
  dialect: Dialect
  names: Names
  /** The words after a table's definition. */
  tableOptions: string
  /** The tables that exist, by their name in the database; grows as statements are planned. */
  found: Map<string, FoundTable>
}

/** The statements that a migration needs on this ground. They only add. */
export function planMigration(migration: Migration, ground: Ground): string[] {
  return tableKeys.flatMap((key) => {
    const plan = migration.adds[key]
    return plan ? planTable(key, plan, ground) : []
  })
}

/**
 * The statements for columns that the application has mapped to other names since a migration made them. Their values stay in the old
 * columns.
 */
export function planMappedColumns(applied: readonly Migration[], ground: Ground): string[] {
  return tableKeys.flatMap((key) => {
    const table = ground.found.get(ground.names.table(key))
    if (!table) return []
    const plans = applied.flatMap(({ adds }) => adds[key] ?? [])
    const mapped = plans.flatMap((plan) => missingColumns(key, plan, table, ground))
    const required = mapped.find((column) => schema[key].columns[column]?.required)
    if (required !== undefined) throw cannotBeEmpty(key, required, ground)
    const isMapped = (columns: readonly string[]) => columns.some((one) => mapped.includes(one))
    return [
      ...mapped.map((column) => addColumn(key, column, ground)),
      ...plans.flatMap(({ unique = [], index = [] }) =>
        planIndexes(
          key,
          { columns: {}, unique: unique.filter(isMapped), index: index.filter(isMapped) },
          table,
          ground,
          // The index of the old column has the usual name.
          (column) => ground.names.column(key, column),
        ),
      ),
    ]
  })
}

/** The columns of a plan that a table lacks, by the names that they are mapped to. */
function missingColumns(
  key: TableKey,
  plan: TablePlan,
  table: FoundTable | undefined,
  { names }: Ground,
): string[] {
  return Object.keys(plan.columns).filter(
    (column) => !table?.columns.some(({ name }) => name === names.column(key, column)),
  )
}

function cannotBeEmpty(key: TableKey, column: string, { names }: Ground): AuthError {
  const [name, table] = [names.column(key, column), names.table(key)].map((one) =>
    JSON.stringify(one),
  )
  return new AuthError(
    'Configuration',
    `Column ${name} of table ${table} cannot be added, because every row needs a value there`,
    {
      field: 'schema',
      hint: 'Nothing was changed. Rename the column in the database, or map the name that it has.',
    },
  )
}

function planTable(key: TableKey, plan: TablePlan, ground: Ground): string[] {
  const { names, found } = ground
  const name = names.table(key)
  const table = found.get(name)
  if (table) understand(key, table, plan, ground)
  const missing = missingColumns(key, plan, table, ground)
  const body = table
    ? missing.map((column) => addColumn(key, column, ground))
    : [createTable(key, plan, ground)]
  const indexes = planIndexes(key, plan, table, ground)
  remember(name, plan, key, missing, ground)
  return [...body, ...indexes]
}

function createTable(key: TableKey, plan: TablePlan, ground: Ground): string {
  const { dialect, names, tableOptions } = ground
  const column = (name: string) => dialect.quote(names.column(key, name))
  const columns = Object.entries(plan.columns).map(
    ([name, { required }]) =>
      `${column(name)} ${columnType(key, name, ground)}${required ? ' not null' : ''}`,
  )
  const primary = plan.primary ? [`primary key (${plan.primary.map(column).join(', ')})`] : []
  const owner = plan.owner
    ? [
        `foreign key (${column(plan.owner)}) references ${quoted('users', ground)} ` +
          `(${dialect.quote(names.column('users', 'id'))}) on delete cascade`,
      ]
    : []
  const body = [...columns, ...primary, ...owner].map((line) => `  ${line}`).join(',\n')
  return `create table ${quoted(key, ground)} (\n${body}\n) ${tableOptions}`.trim()
}

function addColumn(key: TableKey, column: string, ground: Ground): string {
  const name = ground.dialect.quote(ground.names.column(key, column))
  return `alter table ${quoted(key, ground)} add column ${name} ${columnType(key, column, ground)}`
}

function planIndexes(
  key: TableKey,
  plan: TablePlan,
  table: FoundTable | undefined,
  ground: Ground,
  named: (column: string) => string = (column) => column,
): string[] {
  const { dialect, names } = ground
  const make = (columns: readonly string[], unique: boolean) => {
    const real = columns.map((column) => names.column(key, column))
    if (
      table?.indexes.some((index) =>
        unique ? index.unique && same(index.columns, real) : begins(index.columns, real),
      )
    )
      return []
    const name = dialect.quote(
      ['portico', names.table(key).replace(/^portico_/, ''), ...columns.map(named)]
        .join('_')
        .replaceAll('.', '_'),
    )
    const on = `on ${quoted(key, ground)} (${real.map(dialect.quote).join(', ')})`
    return [`create ${unique ? 'unique ' : ''}index ${name} ${on}`]
  }
  // A table that Portico made has its primary key; any other may have another.
  const unique = [...(table && plan.primary ? [plan.primary] : []), ...(plan.unique ?? [])]
  return [
    ...unique.flatMap((columns) => make(columns, true)),
    ...(plan.index ?? []).flatMap((columns) => make(columns, false)),
    ...(plan.search ?? []).flatMap((column) => planSearch(key, column, ground)),
    ...(plan.fold ?? []).flatMap((column) => planFold(key, column, table, ground)),
  ]
}

/** An index that finds texts by their beginning, whatever the collation of the database. */
function planSearch(key: TableKey, column: string, ground: Ground): string[] {
  const { dialect, names } = ground
  const indexed = dialect.searchIndex?.(dialect.quote(names.column(key, column)))
  return indexed === undefined ? [] : [searchIndex(key, [column, 'search'], indexed, ground)]
}

/** A column that the database generates for searches, and its index. */
function planFold(
  key: TableKey,
  column: string,
  table: FoundTable | undefined,
  ground: Ground,
): string[] {
  const { dialect, names } = ground
  const type = dialect.folded?.(dialect.quote(names.column(key, column)))
  // MySQL commits at every such statement: an interrupted step may have run this one already.
  const isThere = table?.columns.some(({ name }) => name === foldedColumn(column))
  const isIndexed = table?.indexes.some(({ columns }) => columns[0] === foldedColumn(column))
  const name = dialect.quote(foldedColumn(column))
  if (type === undefined) return []
  return [
    ...(isThere ? [] : [`alter table ${quoted(key, ground)} add column ${name} ${type}`]),
    ...(isIndexed ? [] : [searchIndex(key, [column, 'folded'], name, ground)]),
  ]
}

function searchIndex(
  key: TableKey,
  words: readonly string[],
  indexed: string,
  ground: Ground,
): string {
  const { dialect, names } = ground
  const name = ['portico', names.table(key), ...words].join('_').replaceAll('.', '_')
  const places = `${indexed}, ${dialect.quote(names.column(key, 'id'))}`
  return `create index ${dialect.quote(name)} on ${quoted(key, ground)} (${places})`
}

/** Refuses a table that happens to have the name of one of ours. */
function understand(key: TableKey, table: FoundTable, plan: TablePlan, ground: Ground): void {
  const { names, dialect } = ground
  for (const [column, { required }] of Object.entries(plan.columns)) {
    const real = names.column(key, column)
    if (required && !table.columns.some((each) => each.name === real)) {
      throw strange(key, ground, `it has no column ${JSON.stringify(real)}`)
    }
  }
  const ours = new Set(Object.keys(schema[key].columns).map((column) => names.column(key, column)))
  const demanding = table.columns.find(
    (column) =>
      !ours.has(column.name) &&
      !column.nullable &&
      !column.automatic &&
      !fillFor(column.name, column.type, dialect),
  )
  if (demanding) {
    const column = JSON.stringify(demanding.name)
    throw strange(key, ground, `its column ${column} needs a value that Portico does not know`)
  }
}

function strange(key: TableKey, { names, found }: Ground, reason: string): AuthError {
  return new AuthError(
    'Configuration',
    `Table ${JSON.stringify(names.table(key))} is not one that Portico understands: ${reason}`,
    {
      field: 'schema',
      hint:
        ownTablesAdvice(key, names, found) ??
        'Nothing was changed. Map the names with `schema` of sql(), or give the column a default.',
    },
  )
}

/** The type of a column. One that points to a user has the type of the users' id, whatever it is. */
function columnType(key: TableKey, column: string, { dialect, names, found }: Ground): string {
  const kind = schema[key].columns[column]?.kind ?? 'text'
  if (kind !== 'id' || key === 'users') return dialect.types[kind]
  const users = found.get(names.table('users'))
  const id = users?.columns.find(({ name }) => name === names.column('users', 'id'))
  return id?.definition ?? dialect.types.id
}

function remember(
  name: string,
  plan: TablePlan,
  key: TableKey,
  added: readonly string[],
  ground: Ground,
): void {
  const before = ground.found.get(name)
  const columns = added.map((column) => ({
    name: ground.names.column(key, column),
    type: columnType(key, column, ground),
    definition: columnType(key, column, ground),
    nullable: plan.columns[column]?.required !== true,
    automatic: false,
  }))
  ground.found.set(name, {
    columns: [...(before?.columns ?? []), ...columns],
    indexes: before?.indexes ?? [],
  })
}

function quoted(key: TableKey, { dialect, names }: Ground): string {
  return names.table(key).split('.').map(dialect.quote).join('.')
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && b.every((column) => a.includes(column))
}

function begins(index: readonly string[], columns: readonly string[]): boolean {
  return columns.every((column, place) => index[place] === column)
}
