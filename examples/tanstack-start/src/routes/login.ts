import { createFileRoute } from '@tanstack/react-router'
import { signIn } from '../auth.server.ts'

export const Route = createFileRoute('/login')({
  server: { handlers: { POST: () => signIn('tiktok') } },
})
