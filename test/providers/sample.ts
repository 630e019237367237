import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Sample } from '../../src/emulator/platforms/documented/sample.ts'
import type { Evidence } from './evidence.ts'

export type * from '../../src/emulator/platforms/documented/sample.ts'

/** A sample that says where its facts were read. */
export interface Documented extends Sample {
  /** The documentation that the answers were taken from. */
  source: string
  evidence: Evidence
}

const folder = new URL('../../src/providers/', import.meta.url)
const ending = '.sample.json'

/** The sample of a provider; undefined where somebody forgot it. */
export function sampleOf(id: string): Documented | undefined {
  const file = new URL(id + ending, folder)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** The ids of all samples. */
export function sampleIds(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
}
