import { loadOnce } from '../services/load-once.ts'

/** The login, for a part that signs people in at a path of its own. It is loaded here, so that nobody else's bundle is cut otherwise. */
export const loadLogin: () => Promise<typeof import('./finish-sign-in.ts')> = loadOnce(
  () => import('./finish-sign-in.ts'),
)
