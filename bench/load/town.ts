import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { Auth, type AuthInstance } from '../../dist/index.js'
import { sql } from '../../dist/storage/sql.js'
import { origin, secret } from '../contestant.ts'
import { formPost } from '../web.ts'
import { query } from './postgres.ts'

/** An application whose database already has so many users, each with an account and a session. */
export interface Town {
  users: number
  /** Reads the session of somebody who is signed in. */
  read(): Promise<void>
  /** Signs in somebody who has been here before: start, callback, and what the database has to do for it. */
  signIn(): Promise<void>
  close(): Promise<void>
}

/** How many of the users' sessions have keys that are known here; the others only fill the tables. */
const known = 1000

/** Fills a database and opens an application on it. */
export async function openTown(address: string, users: number): Promise<Town> {
  const storage = sql(address)
  await storage.migrate()
  await fill(address, users)
  const auth = Auth({
    providers: [platform],
    storage,
    url: origin,
    secret,
    env: {},
    fetch: answer,
  })
  return {
    users,
    async read() {
      const cookie = `__Host-portico.session=${keyOf(pick(Math.min(known, users)))}`
      const session = await auth.session(new Request(origin, { headers: { cookie } }))
      if (!session) throw new Error('Somebody is not signed in')
    },
    signIn: () => signIn(auth, pick(users)),
    close: async () => storage.close(),
  }
}

const platform = {
  id: 'platform',
  name: 'Platform',
  type: 'oauth',
  clientId: 'client',
  clientSecret: 'client-secret',
  authorization: 'https://platform.example/authorize?scope=profile',
  token: 'https://platform.example/token',
  userinfo: 'https://platform.example/userinfo',
} as const

/** A platform without a network: its code and its token say who comes. */
async function answer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  if (String(input).endsWith('/token')) {
    const code = new URLSearchParams(String(init?.body)).get('code')
    return Response.json({ access_token: code, token_type: 'bearer', expires_in: 3600 })
  }
  const token = new Headers(init?.headers).get('authorization')?.split(' ')[1]
  return Response.json({ sub: token, name: `Person ${token}`, email: `${token}@people.example` })
}

async function signIn(auth: AuthInstance, person: number): Promise<void> {
  const started = await auth.handler(formPost('/api/auth/signin/platform'))
  const state = new URL(started.headers.get('location') ?? '').searchParams.get('state')
  const [flow = ''] = started.headers.getSetCookie()
  const url = `${origin}/api/auth/callback/platform?code=${person}&state=${state}`
  const headers = { cookie: flow.slice(0, flow.indexOf(';')) }
  const { status, headers: sent } = await auth.handler(new Request(url, { headers }))
  if (status !== 303 || sent.get('location') !== `${origin}/`) {
    throw new Error(`The sign-in of ${person} ended at ${sent.get('location')}`)
  }
}

function pick(count: number): number {
  return 1 + Math.floor(Math.random() * count)
}

function keyOf(person: number): string {
  return `key-of-person-${person}`
}

/** The rows of everybody, made by the database itself, and the sessions whose keys are known. */
async function fill(address: string, users: number): Promise<void> {
  const numbers = address.startsWith('postgres')
    ? `select n from generate_series(1, ${users}) as t(n)`
    : `with recursive t(n) as (select 1 union all select n + 1 from t where n < ${users}) select n from t`
  const expires = `'${new Date(Date.now() + 30 * 86_400_000).toISOString()}'`
  const sessions = Array.from({ length: Math.min(known, users) }, (_, index) => {
    const token = createHash('sha256')
      .update(keyOf(index + 1))
      .digest('base64url')
    return `('${token}', 'user${index + 1}', ${expires})`
  })
  await run(
    address,
    `insert into users (id, name, email) select 'user' || n, 'Person ' || n, n || '@people.example' from (${numbers}) as p;
     insert into accounts ("userId", type, provider, "providerAccountId")
       select 'user' || n, 'oauth', 'platform', cast(n as text) from (${numbers}) as p;
     insert into sessions ("sessionToken", "userId", expires)
       select 'filling-' || n, 'user' || n, ${expires} from (${numbers}) as p;
     insert into sessions ("sessionToken", "userId", expires) values ${sessions.join(', ')};
     analyze;`,
  )
}

async function run(address: string, text: string): Promise<void> {
  if (address.startsWith('postgres')) return query(address, text)
  const database = new DatabaseSync(address.slice('file:'.length))
  try {
    database.exec(
      `pragma synchronous = off; begin; ${text} commit; pragma wal_checkpoint(truncate);`,
    )
  } finally {
    database.close()
  }
}
