import { createFileRoute } from '@tanstack/react-router'
import { handlers } from '../../../auth.server.ts'

export const Route = createFileRoute('/api/auth/$')({ server: { handlers } })
