import { loadOnce } from '../services/load-once.ts'

/** Sign-ins that take several steps: the value of `steps` of every part that asks for one. */
export const steps: () => Promise<object> = loadOnce(() => import('./steps.ts'))
