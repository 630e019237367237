import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { libraries } from './libraries.ts'
import { moveApplication } from './move.ts'
import { report } from './report.ts'

/** The surroundings that the codemod reads from and writes to. */
export interface Surroundings {
  /** The folder that it was called in. */
  readonly folder: string
  out(line: string): void
  error(line: string): void
  /** Asks a person to confirm; undefined if nobody can answer. */
  confirm(question: string): Promise<boolean | undefined>
}

const exitCodes = { done: 0, failed: 1, misunderstood: 2 } as const

const usage = `npx porticojs-codemod authjs [folder] [--dry-run] [--yes] [--json]
npx porticojs-codemod better-auth [folder] [--dry-run] [--yes] [--json]

  Moves an application from Auth.js, NextAuth.js or Better Auth to Portico; npx porticojs migrate-from runs it, and
  npx porticojs migrate-from --help says more. Exit codes: 0 done, 1 it failed, 2 it was not understood.`

/** Runs what was typed after `npx porticojs-codemod`; the exit code. */
export async function run(typed: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, error } = surroundings
  const isForProgram = typed.includes('--json')
  try {
    await runTyped(typed, surroundings)
    return exitCodes.done
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    const isMisunderstood = /^ERR_PARSE_ARGS_/.test(String(Object(thrown).code))
    if (isForProgram) out(JSON.stringify({ error: message }))
    else error(isMisunderstood ? `${message}.\n\n${usage}` : message)
    return isMisunderstood ? exitCodes.misunderstood : exitCodes.failed
  }
}

async function runTyped(
  typed: readonly string[],
  { folder, out, confirm }: Surroundings,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...typed],
    options: {
      'dry-run': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      version: { type: 'boolean', short: 'v', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) return out(usage)
  if (values.version) return out(ownVersion())
  const [from, below = '.', ...more] = positionals
  const library = from !== undefined && Object.hasOwn(libraries, from) ? libraries[from] : undefined
  if (!library) {
    const known = Object.keys(libraries).join(' and ')
    throw usageError(`Applications can be moved from ${known}, not "${from}"`)
  }
  if (more.length > 0) throw usageError(`"${more[0]}" is one word too many`)
  const moved = await moveApplication(resolve(folder, below), library, {
    dryRun: values['dry-run'],
    yes: values.yes,
    confirm: values.json ? async () => undefined : confirm,
  })
  out(values.json ? JSON.stringify(moved, null, 2) : report(moved))
}

/** The error for a command that is not understood. Its code begins like those of Node's `parseArgs`. */
function usageError(message: string): Error {
  return Object.assign(new Error(message), { code: 'ERR_PARSE_ARGS_MEANING' })
}

/** The manifest of this package is one folder up, in the sources and as it ships. */
function ownVersion(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}
