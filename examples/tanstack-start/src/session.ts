import { createServerFn } from '@tanstack/react-start'
import { requireSession, session } from './auth.server.ts'

export const currentSession = createServerFn().handler(() => session())

export const dashboardUser = createServerFn()
  .validator((page: string) => page)
  .handler(async ({ data }) => {
    const { user } = await requireSession({ callbackUrl: data })
    return user
  })
