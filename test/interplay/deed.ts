import type { Seat, Story } from './story.ts'

/** A deed of somebody at a browser. `which` chooses, where there is something to choose. */
export interface Act {
  readonly does: string
  readonly seat: number
  readonly address: string
  readonly which: number
}

export type Do = (story: Story, seat: Seat, act: Act) => Promise<unknown>
