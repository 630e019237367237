import { readForm } from '../http/csrf.ts'
import { json } from '../http/respond.ts'
import type { Route } from '../route.ts'
import { answerSession } from '../sessions/read-session.ts'

/** `GET /session`: who is this? `POST /session`: the application changes what the session says. */
export const session: Route = {
  GET: async (context, engine) =>
    json(
      await answerSession(engine, context.request, (current) =>
        engine.sessions.renew(context, current),
      ),
    ),

  async POST(context, { sessions }) {
    const { data } = await readForm(context)
    const current = await context.currentSession()
    return json(current && (await sessions.renew(context, current, { session: data })))
  },
}
