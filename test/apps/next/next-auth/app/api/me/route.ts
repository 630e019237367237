import { auth } from '@/auth'

export const GET = auth((request) =>
  request.auth
    ? Response.json(request.auth)
    : Response.json({ error: 'SessionRequired' }, { status: 401 }),
)
