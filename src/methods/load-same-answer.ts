import { loadOnce } from '../services/load-once.ts'

/** The answer that a second click gets: the value of `sameAnswer` of every part whose forms do what happens once. */
export const sameAnswer: () => Promise<object> = loadOnce(() => import('./same-answer.ts'))
