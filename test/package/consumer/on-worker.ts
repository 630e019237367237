// The same for a worker, which has no driver: a Kysely instance whose dialect talks to nothing, and people in memory.
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { Auth, type AuthInstance } from 'portico'
import { Email, GitHub, Resend } from 'portico/providers'
import { kysely } from 'portico/storage/kysely'
import { memory } from 'portico/storage/memory'

export const storage = kysely(
  new Kysely<unknown>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
)

export const auth: AuthInstance = Auth({
  secret: crypto.randomUUID() + crypto.randomUUID(),
  url: 'https://app.example',
  providers: [
    GitHub({ clientId: 'client', clientSecret: 'secret' }),
    Resend({ apiKey: 'key', from: 'hello@app.example' }),
    Email({ sendVerificationRequest: async () => {} }),
  ],
  storage: memory(),
})

export default { fetch: (request: Request): Promise<Response> => auth.handler(request) }
