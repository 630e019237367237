/** The kind of a column's values; each database has its own type for it. */
export type Kind = 'id' | 'key' | 'text' | 'date' | 'number' | 'flag' | 'json'

/** One column as a migration asks for it. */
export interface ColumnPlan {
  kind: Kind
  /** It cannot be empty, and cannot be added to a table that has rows: a table without it is not ours. */
  required?: true
}

/** One table, or what a migration adds to it. */
export interface TablePlan {
  columns: Readonly<Record<string, ColumnPlan>>
  primary?: readonly string[]
  unique?: readonly (readonly string[])[]
  index?: readonly (readonly string[])[]
  /** Columns of texts that are searched by their beginning. */
  search?: readonly string[]
  /** Columns of `search` that are compared without regard to case, for databases that index this only in a column. */
  fold?: readonly string[]
  /** The column of the user who owns the row. It is deleted with the user. */
  owner?: string
}

/** The tables by the names used in this library; `names.ts` has the names in the database. */
export const tableKeys = [
  'users',
  'accounts',
  'sessions',
  'verificationTokens',
  'authenticators',
  'items',
  'claims',
  'limits',
  'leases',
  'audit',
] as const

/** One of the tables. */
export type TableKey = (typeof tableKeys)[number]

/** One step of the schema's history. A step only ever adds. */
export interface Migration {
  version: number
  name: string
  adds: Partial<Record<TableKey, TablePlan>>
}

const id = { kind: 'id', required: true } as const
const key = { kind: 'key', required: true } as const
const word = { kind: 'key' } as const
const text = { kind: 'text' } as const
const date = { kind: 'date' } as const
const number = { kind: 'number' } as const
const count = { kind: 'number', required: true } as const
const json = { kind: 'json' } as const

/** The schema's history, oldest first. A published step never changes; a new one is added after it. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'the tables of Auth.js',
    adds: {
      users: {
        columns: { id, name: text, email: word, emailVerified: date, image: text },
        primary: ['id'],
        unique: [['email']],
      },
      accounts: {
        columns: {
          userId: id,
          type: key,
          provider: key,
          providerAccountId: key,
          refresh_token: text,
          access_token: text,
          expires_at: number,
          token_type: text,
          scope: text,
          id_token: text,
          session_state: text,
        },
        primary: ['provider', 'providerAccountId'],
        index: [['userId']],
        owner: 'userId',
      },
      sessions: {
        columns: { sessionToken: key, userId: id, expires: { ...date, required: true } },
        primary: ['sessionToken'],
        index: [['userId'], ['expires']],
        owner: 'userId',
      },
      verificationTokens: {
        columns: { identifier: key, token: key, expires: { ...date, required: true } },
        primary: ['identifier', 'token'],
        index: [['expires']],
      },
      authenticators: {
        columns: {
          credentialID: key,
          userId: id,
          providerAccountId: key,
          credentialPublicKey: { ...text, required: true },
          counter: count,
          credentialDeviceType: key,
          credentialBackedUp: { kind: 'flag', required: true },
          transports: text,
        },
        primary: ['credentialID'],
        index: [['userId']],
        owner: 'userId',
      },
    },
  },
  {
    version: 2,
    name: 'what Portico knows in addition',
    adds: {
      users: { columns: { extra: json } },
      accounts: { columns: { refresh_expires_at: number, extra: json } },
      sessions: { columns: { createdAt: date, lastUsedAt: date, userAgent: text, ip: text } },
      authenticators: { columns: { name: text, createdAt: date, lastUsedAt: date } },
    },
  },
  {
    version: 3,
    name: 'claims, limits and the audit log',
    adds: {
      claims: {
        columns: { key, expires: count },
        primary: ['key'],
        index: [['expires']],
      },
      limits: {
        columns: { key, uses: count, expires: count },
        primary: ['key'],
        index: [['expires']],
      },
      audit: {
        columns: {
          id: key,
          at: count,
          event: key,
          userId: word,
          provider: text,
          ip: text,
          userAgent: text,
          detail: json,
        },
        primary: ['id'],
        index: [['userId', 'at']],
      },
    },
  },
  {
    version: 4,
    name: 'when and how somebody signed in',
    adds: { sessions: { columns: { authTime: number, amr: text } } },
  },
  {
    version: 5,
    name: 'leases, and the audit log by age',
    adds: {
      leases: {
        columns: { key, owner: key, expires: count },
        primary: ['key'],
        index: [['expires']],
      },
      audit: { columns: {}, index: [['at']] },
    },
  },
  {
    version: 6,
    name: 'items of parts',
    adds: {
      items: {
        columns: {
          id: key,
          kind: key,
          lookup: key,
          userId: { kind: 'id' },
          data: { ...json, required: true },
          sealed: text,
          version: count,
          createdAt: { ...date, required: true },
          lastUsedAt: date,
          expires: date,
        },
        primary: ['id'],
        unique: [['kind', 'lookup']],
        index: [['userId', 'kind'], ['expires']],
        owner: 'userId',
      },
    },
  },
  {
    version: 7,
    name: 'users by name and address, and the audit log by event',
    adds: {
      users: { columns: {}, search: ['email', 'name'] },
      audit: { columns: {}, index: [['event', 'at']] },
    },
  },
  {
    version: 8,
    name: 'users by name, without regard to case',
    adds: { users: { columns: {}, fold: ['name'] } },
  },
  {
    version: 9,
    name: 'what accounts are called at their platform',
    adds: { accounts: { columns: { accountName: text } } },
  },
]

/** The newest version that this library knows. */
export const latest: number = Math.max(...migrations.map(({ version }) => version))

/** All tables with all of their columns, as they are after the last migration. */
export const schema: Readonly<Record<TableKey, TablePlan>> = {
  users: whole('users'),
  accounts: whole('accounts'),
  sessions: whole('sessions'),
  verificationTokens: whole('verificationTokens'),
  authenticators: whole('authenticators'),
  items: whole('items'),
  claims: whole('claims'),
  limits: whole('limits'),
  leases: whole('leases'),
  audit: whole('audit'),
}

function whole(table: TableKey): TablePlan {
  const plans = migrations.flatMap(({ adds }) => adds[table] ?? [])
  const columns = Object.fromEntries(plans.flatMap((plan) => Object.entries(plan.columns)))
  return { ...plans[0], columns }
}
