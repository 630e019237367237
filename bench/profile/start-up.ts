import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scripts } from '../measures/start-up.ts'
import { attribute, type Share } from './attribute.ts'

/** Where the time of a fresh process goes, from its first moment on. Microseconds for one start. */
export function profileStart(script: string, rounds: number, folder: string): Share[] {
  const place = mkdtempSync(join(folder, 'start-'))
  for (let round = 0; round < rounds; round++) {
    const profiler = ['--cpu-prof', '--cpu-prof-interval=100', `--cpu-prof-dir=${place}`]
    const options = [...profiler, '--input-type=module', '--eval', scripts[script] ?? '']
    execFileSync(process.execPath, options, { cwd: join(import.meta.dirname, '..') })
  }
  const profiles = readdirSync(place).map((file) =>
    JSON.parse(readFileSync(join(place, file), 'utf8')),
  )
  return averageOf(profiles.map((profile) => attribute(profile, 1)))
}

/** The mean of several profiles of the same work. */
export function averageOf(profiles: readonly (readonly Share[])[]): Share[] {
  const sums = new Map<string, Share>()
  for (const share of profiles.flat()) {
    const key = `${share.file} ${share.name}`
    const self = (sums.get(key)?.self ?? 0) + share.self / profiles.length
    sums.set(key, { ...share, self })
  }
  return [...sums.values()].sort((a, b) => b.self - a.self)
}
