// Copied to `mutation-switch.ts` in the throwaway copy's src/, where every mutated file asks it. Not imported from here.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

const root = `${import.meta.dirname}/..`
const plan = JSON.parse(readFileSync(`${root}/mutation-plan.json`, 'utf8'))
const seen = new Set<number>()

/** Whether this mutant is the one that is turned on, for this whole run or for the story that is being told. */
export function isMutant(id: number): boolean {
  if (plan.records) record(id)
  return id === (Reflect.get(globalThis, 'porticoMutant') ?? plan.active)
}

function record(id: number): void {
  const reached: unknown = Reflect.get(globalThis, 'porticoReached')
  if (reached instanceof Set) reached.add(id)
  else if (!seen.has(id) && existsSync(root)) {
    seen.add(id)
    appendFileSync(`${root}/mutation-children.txt`, `${id}\n`)
  }
}
