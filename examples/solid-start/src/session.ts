import { query } from '@solidjs/router'
import { requireSession, session } from './auth'

export const currentSession = query(async () => {
  'use server'
  return session()
}, 'session')

export const dashboardUser = query(async (page: string) => {
  'use server'
  const { user } = await requireSession({ callbackUrl: page })
  return user
}, 'dashboard')
