import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '../../auth.server.ts'

export const Route = createFileRoute('/api/me')({
  server: { handlers: { GET: async () => Response.json(await requireSession()) } },
})
