/** The programs that the table knows. */
export type ProgramName =
  | 'Chromium'
  | 'ZBar'
  | 'oathtool'
  | 'PostgreSQL'
  | 'PgBouncer'
  | 'MariaDB'
  | 'Redis'
  | 'nginx'
  | 'Caddy'
  | 'Apache'
  | 'HAProxy'

/** A program that some tests run for real, and the Debian package that brings it. */
export interface Program {
  name: ProgramName
  suite: 'servers' | 'browsers'
  binaries: string[]
  packages: string[]
  tests: string
}

/** The programs that the suites of tests install when they may. */
export const programs: readonly Program[]

/** The full path of an executable, or undefined when this machine has none of that name. */
export function locate(binary: string): string | undefined

/** The full path of a program of the table, or undefined when it is not installed. */
export function available(name: ProgramName): string | undefined

/** The line for an absent program, naming the tests that cannot run and the remedy. */
export function skipped(program: Program): string
