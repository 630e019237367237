import { requireSession } from '$lib/server/auth'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { user } = await requireSession(event)
  return { user }
}
