// An application with a Kysely of its own signs somebody in, and prints the session and what it then reads of its users by itself.
import { Kysely, SqliteDialect } from 'kysely'
import Database from 'libsql'
import { Auth } from 'porticojs'
import { kysely } from 'porticojs/storage/kysely'
import { createBrowser } from 'porticojs/testing'

interface Tables {
  users: { id: string; name: string | null }
}

const db = new Kysely<Tables>({
  dialect: new SqliteDialect({ database: new Database(':memory:') }),
})

const { handler } = Auth({
  providers: [
    {
      id: 'example',
      name: 'Example',
      type: 'oauth',
      authorization: 'https://platform.example/authorize',
      token: 'https://platform.example/token',
      userinfo: 'https://platform.example/me',
      clientId: 'client',
      clientSecret: 'secret',
      profile: (person: { id: number; login: string }) => ({
        id: String(person.id),
        name: person.login,
      }),
    },
  ],
  secret: 'a secret of at least thirty-two characters',
  url: 'https://app.example',
  storage: kysely(db, { migrate: true }),
  runtime: {
    fetch: async (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input)
      return Response.json(
        pathname === '/me'
          ? { id: 1, login: 'ada' }
          : { access_token: 'token', token_type: 'bearer' },
      )
    },
  },
})

const browser = createBrowser({
  origin: 'https://app.example',
  app: handler,
  async atPlatform(url) {
    const { redirect_uri = '', state = '' } = Object.fromEntries(new URL(url).searchParams)
    return `${redirect_uri}?${new URLSearchParams({ code: 'code', state })}`
  },
})
await browser.signIn('example')

const users = await db.selectFrom('users').select('name').execute()
console.log(JSON.stringify({ session: await browser.session(), users }))
