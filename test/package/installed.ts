import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/** The root of this repository. */
export const root: string = join(import.meta.dirname, '../..')

/** Where the packed package has been installed. */
export const installed: string = join(inject('consumer'), 'node_modules', 'porticojs')

interface Manifest {
  exports: Record<string, string | { types: string; default: string }>
  peerDependencies?: Record<string, string>
  typesVersions: Record<'*', Record<'*' | 'package.json', string[]>>
}

/** The package.json that was shipped. */
export function manifest(): Manifest {
  return JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
}

/** Every name under which something can be imported, with patterns spelled out. */
export function doors(): string[] {
  return Object.entries(manifest().exports)
    .flatMap(([door, target]) => (typeof target === 'string' ? [] : spellOut(door, target.default)))
    .map((door) => door.replace(/^\./, 'porticojs'))
}

function spellOut(door: string, target: string) {
  if (!door.endsWith('*')) return [door]
  const [folder = '', ending = ''] = target.split('*')
  return readdirSync(join(installed, folder))
    .filter((file) => file.endsWith(ending) && file !== `index${ending}`)
    .map((file) => door.replace('*', file.slice(0, -ending.length)))
}

/** How a program ended: all it said, and what of that went to standard output. */
export interface Ended {
  code: number | null
  output: string
  printed: string
}

/** Runs a program of Node to its end, whether it succeeds or not. */
export function node(
  args: string[],
  { cwd = inject('consumer'), env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } })
  const ended: Ended = { code: null, output: '', printed: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ended.output += text
    ended.printed += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ended.output += text
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ended, code })))
}
