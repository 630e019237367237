import { createFileRoute } from '@tanstack/react-router'
import { signOut } from '../auth.server.ts'

export const Route = createFileRoute('/logout')({
  server: { handlers: { POST: () => signOut() } },
})
