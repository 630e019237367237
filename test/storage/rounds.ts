/** How often a story is raced: as `RACES` says (`RACES=200` for a long look), or a few times. */
export function roundsOf(few: number): number[] {
  return Array.from({ length: Number(process.env.RACES) || few }, (_, round) => round)
}

/** The longest that all rounds of one story may take, in milliseconds. */
export const racesTimeout: number = process.env.RACES ? 3_600_000 : 400_000
