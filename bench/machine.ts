import { readFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, release } from 'node:os'
import { contestants } from './contestants.ts'

/** Where and with what a result was made. */
export interface Machine {
  cpu: string
  cores: number
  platform: string
  node: string
  load: string
  /** The version of everything that was compared. */
  versions: Record<string, string>
}

/** This machine. */
export function describeMachine(): Machine {
  const packages = contestants.flatMap((contestant) => contestant.packages)
  return {
    cpu: cpus()[0]?.model.trim() || arch(),
    cores: cpus().length,
    platform: `${platform()} ${release().split('.').slice(0, 2).join('.')} (${arch()})`,
    node: process.versions.node,
    load: loadavg()
      .map((value) => value.toFixed(1))
      .join(', '),
    versions: {
      porticojs: versionIn('../package.json'),
      ...Object.fromEntries(
        packages.map((name) => [name, versionIn(`node_modules/${name}/package.json`)]),
      ),
    },
  }
}

function versionIn(file: string): string {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')).version
}
