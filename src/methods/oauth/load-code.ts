import { loadOnce } from '../../services/load-once.ts'

/** The code that asks platforms: sign-ins that end, tokens, sign-outs. */
export const loadOAuth: () => Promise<typeof import('./code.ts')> = loadOnce(
  () => import('./code.ts'),
)
