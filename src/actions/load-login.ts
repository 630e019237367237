import { loadOnce } from '../services/load-once.ts'

/**
 * The login, for a part that signs people in at a path of its own. Its import stays here: elsewhere it would cut every bundle into other
 * chunks.
 */
export const loadLogin: () => Promise<typeof import('./finish-sign-in.ts')> = loadOnce(
  () => import('./finish-sign-in.ts'),
)
