import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Verdict } from './judge.ts'
import type { Mutant } from './mutants.ts'

/** A mutant and what became of it. */
export interface Tried extends Verdict {
  mutant: Mutant
  /** It survived, but the compiler would not let it through. */
  refused: boolean
}

/** What was changed, and who noticed. */
export function describe(root: string, { mutant, fate, by, refused }: Tried): string {
  const { id, path, line, operator, start, end, text } = mutant
  const before = readFileSync(join(root, path), 'utf8').slice(start, end)
  const what = `${short(before)} → ${short(text) || 'nothing'}`
  const who = by ? ` by ${by}` : refused ? ' (the compiler refuses it)' : ''
  return `${id} ${path}:${line} ${operator}: ${what}: ${fate}${who}`
}

/** How many were noticed, room by room, and the list of those that were not. */
export function summary(root: string, tried: readonly Tried[]): string {
  const survivors = tried.filter(isSurvivor)
  const rooms = Map.groupBy(tried, ({ mutant }) => mutant.path.split('/')[1] ?? '')
  return [
    ...survivors.map((each) => describe(root, each)),
    '',
    ...[...rooms].map(([room, its]) => `${room}: ${share(its)}`),
    `all: ${share(tried)}`,
  ].join('\n')
}

export function isSurvivor({ fate }: Verdict): boolean {
  return fate === 'survived' || fate === 'not reached'
}

function share(tried: readonly Tried[]): string {
  const noticed = tried.filter((each) => !isSurvivor(each)).length
  const refused = tried.filter((each) => each.refused).length
  const percent = (count: number) => `${((100 * count) / tried.length).toFixed(1)} %`
  const killed = `${noticed} of ${tried.length} killed by stories (${percent(noticed)})`
  return `${killed}, ${percent(noticed + refused)} with the compiler`
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 80 ? `${line.slice(0, 77)}…` : line
}
