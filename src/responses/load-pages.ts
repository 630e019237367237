import { loadOnce } from '../services/load-once.ts'

/** The built-in pages, but for those that need a storage. */
export const loadPages: () => Promise<typeof import('./pages.ts')> = loadOnce(
  () => import('./pages.ts'),
)
