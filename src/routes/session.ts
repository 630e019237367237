import { type Context, ownBody, tell } from '../context.ts'
import { json } from '../http/respond.ts'
import type { Reading } from '../sessions/session.ts'
import type { House, Route } from './route.ts'

/** `GET /session`: who is this? `POST /session`: the application changes what the session says. */
export const session: Route = {
  async GET(context, house) {
    const reading = await house.sessions.read(context.request, context.header)
    if (!reading) return json(null)
    const current = reading.due ? await house.sessions.renew(context, reading) : reading.session
    if (current) await announce(context, reading)
    return json(current, context.outgoing)
  },

  async POST(context, house) {
    const { data } = await ownBody(context)
    const reading = await house.sessions.read(context.request, context.header)
    if (!reading) return json(null)
    return json(await change(context, house, reading, data), context.outgoing)
  },
}

function change(context: Context, house: House, reading: Reading, data: unknown) {
  return house.sessions.renew(context, reading, { session: data })
}

async function announce(context: Context, { session, token }: Reading): Promise<void> {
  const { events } = context.config
  if (events.session)
    await tell(context, events.session, {
      session,
      request: context.request,
      ...(token && { token }),
    })
}
