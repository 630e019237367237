import { type Context, emit, readForm } from '../context.ts'
import { json } from '../http/respond.ts'
import type { CurrentSession } from '../sessions/session.ts'
import type { Engine, Route } from './route.ts'

/** `GET /session`: who is this? `POST /session`: the application changes what the session says. */
export const session: Route = {
  async GET(context, engine) {
    const current = await engine.sessions.read(context.request, context.header)
    if (!current) return json(null)
    const { sessions } = engine
    const session = current.needsRenewal ? await sessions.renew(context, current) : current.session
    if (session) await announce(context, current)
    return json(session, context.outgoing)
  },

  async POST(context, engine) {
    const { data } = await readForm(context)
    const current = await engine.sessions.read(context.request, context.header)
    if (!current) return json(null)
    return json(await change(context, engine, current, data), context.outgoing)
  },
}

function change(context: Context, engine: Engine, current: CurrentSession, data: unknown) {
  return engine.sessions.renew(context, current, { session: data })
}

async function announce(context: Context, { session, token }: CurrentSession): Promise<void> {
  const { events } = context.config
  if (events.session)
    await emit(context, events.session, {
      session,
      request: context.request,
      ...(token && { token }),
    })
}
