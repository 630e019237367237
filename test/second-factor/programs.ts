import { available, programs, skipped } from '../../tools/available.mjs'

/** The path of a program; without it a line says aloud what is left out. */
export function program(name: 'ZBar' | 'oathtool'): string {
  const path = available(name)
  if (!path) console.warn(programs.filter((each) => each.name === name).map(skipped)[0])
  return path ?? ''
}
