import { Miniflare } from 'miniflare'
import type { D1, D1Outcome, D1Statement } from '../../src/storage/d1.ts'

const databases = Array.from({ length: 16 }, (_, place) => `DB${place}`)

/** Passes statements on to Cloudflare's own D1 as they are, and answers what that answers. */
const script = `export default {
  async fetch(request, env) {
    const { name, statements } = await request.json()
    const db = env[name]
    const prepared = statements.map(({ text, values }) => db.prepare(text).bind(...values))
    try {
      const [first, ...more] = prepared
      return Response.json({ outcomes: more.length > 0 ? await db.batch(prepared) : [await first.all()] })
    } catch (error) {
      return Response.json({ error: error.message })
    }
  },
}`

/** D1 as `wrangler dev` runs it, with a few databases. */
export interface D1Server {
  /** An empty database. One request asks for as much as a worker would ask for at once. */
  newDatabase(): D1
  close(): Promise<void>
}

/**
 * A binding has no connection that breaks. One that is kept would: on a busy machine, Node notices too late that workerd has closed an
 * idle one, and sends a statement into it.
 */
const ownConnection = { connection: 'close' }

interface Asked extends D1Statement {
  text: string
  values: unknown[]
}

/** Starts workerd. */
export async function startD1(): Promise<D1Server> {
  const server = new Miniflare({
    modules: true,
    script,
    compatibilityDate: '2026-07-01',
    d1Databases: databases,
  })
  const url = await server.ready
  let used = 0
  return {
    newDatabase() {
      const name = databases[used++]
      const send = async (statements: Asked[]): Promise<D1Outcome[]> => {
        const asked = statements.map(({ text, values }) => ({ text, values }))
        const body = JSON.stringify({ name, statements: asked })
        const response = await fetch(url, { method: 'POST', body, headers: ownConnection })
        const answer = await response.json()
        if (answer.error) throw new Error(answer.error)
        return answer.outcomes
      }
      const statement = (text: string, values: unknown[]): Asked => ({
        text,
        values,
        bind: (...values) => statement(text, values),
        async all() {
          const [outcome] = await send([statement(text, values)])
          if (!outcome) throw new Error('D1 did not answer')
          return outcome
        },
      })
      // Statements come from `prepare` of the same database, so they are ours.
      return { prepare: (text) => statement(text, []), batch: (all) => send(all as Asked[]) }
    },
    close: () => server.dispose(),
  }
}
