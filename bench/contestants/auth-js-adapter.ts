import { KyselyAdapter } from '@auth/kysely-adapter'
import { NodeSqliteDialect } from '@better-auth/kysely-adapter/node-sqlite-dialect'
import { type Dialect, Kysely, PostgresDialect, SqliteAdapter } from 'kysely'
import { isPostgres, openPool } from '../postgres-pool.ts'
import { openFile } from '../sqlite-file.ts'

/** Auth.js's adapter for Kysely on a SQLite file or on PostgreSQL. */
export async function adapterOn(address: string) {
  const dialect = isPostgres(address) ? await postgres(address) : sqlite(address)
  return KyselyAdapter(new Kysely({ dialect }) as never)
}

async function postgres(address: string): Promise<Dialect> {
  const pool = await openPool(address)
  await pool.query(tables({ date: 'timestamptz', id: 'text default gen_random_uuid()' }))
  return new PostgresDialect({ pool })
}

function sqlite(address: string): Dialect {
  const database = openFile(address)
  database.exec(tables({ date: 'text', id: 'text' }))
  const node = new NodeSqliteDialect({ database })
  return {
    createDriver: () => node.createDriver(),
    createQueryCompiler: () => node.createQueryCompiler(),
    createIntrospector: (db) => node.createIntrospector(db),
    // The adapter knows SQLite by Kysely's own class, and writes dates as SQLite needs them only then.
    createAdapter: () => new SqliteAdapter(),
  }
}

// https://authjs.dev/getting-started/adapters/kysely
function tables({ date, id }: { date: string; id: string }): string {
  return `
  create table "User" (id ${id} primary key, name text, email text unique, "emailVerified" ${date}, image text);
  create table "Account" (id ${id} primary key, "userId" text not null references "User" (id), type text not null,
    provider text not null, "providerAccountId" text not null, refresh_token text, access_token text,
    expires_at bigint, token_type text, scope text, id_token text, session_state text);
  create table "Session" (id ${id} primary key, "userId" text not null references "User" (id),
    "sessionToken" text not null unique, expires ${date} not null);
  create table "VerificationToken" (identifier text not null, token text not null unique, expires ${date} not null);
  create index account_owner on "Account" ("userId");
  create index session_owner on "Session" ("userId");`
}
