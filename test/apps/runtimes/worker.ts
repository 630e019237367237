// Run by workerd, with a D1 database.
import { type D1, d1 } from 'porticojs/storage/d1'
import { tell } from './stories.ts'

export default {
  fetch: async (_request: Request, env: { DB: D1 }): Promise<Response> =>
    Response.json(await tell(() => d1(env.DB))),
}
