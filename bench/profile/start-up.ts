import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scripts } from '../measures/start-up.ts'
import { attribute, type Share, scaled } from './attribute.ts'

/** Where the time of a fresh process goes, from its first moment on. Microseconds for one start. */
export function profileStart(script: string, rounds: number, folder: string): Share[] {
  return averageOf(Array.from({ length: rounds }, () => once(scripts[script] ?? '', folder)))
}

function once(script: string, folder: string): Share[] {
  const place = mkdtempSync(join(folder, 'start-'))
  const profiler = ['--cpu-prof', '--cpu-prof-interval=100', `--cpu-prof-dir=${place}`]
  const told = `${script}\nprocess.stdout.write(JSON.stringify(process.threadCpuUsage()))`
  const output = execFileSync(
    process.execPath,
    [...profiler, '--input-type=module', '--eval', told],
    { encoding: 'utf8', cwd: join(import.meta.dirname, '..') },
  )
  const [file = ''] = readdirSync(place)
  const profile = JSON.parse(readFileSync(join(place, file), 'utf8'))
  return scaled(attribute(profile), JSON.parse(output))
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
