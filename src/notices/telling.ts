import type { Notice } from './acts.ts'

/** A notice, and the one who gets it. */
export interface Telling {
  notice: Notice
  event: string
  userId: string
  /** The name of the provider that it is about. */
  name: string
  address: string
  /** Of somebody who was deleted there is nothing left to end. */
  isGone: boolean
}
