import type { ConfigurationHook } from '../../config/doctor-hook.ts'
import { environmentOf, isProduction } from '../../config/environment.ts'
import { assertOptionTypes } from '../../config/option-types.ts'
import type { Config } from '../../config.ts'
import type { AuthError } from '../../errors.ts'
import { memory } from '../../storage/memory.ts'
import type { AuthConfig, Logger } from '../../types/config.ts'

/** An application, as its configuration describes it. */
export interface Application {
  /** The folder of its package.json. */
  readonly folder: string
  /** The file that configures it, as it was typed. */
  readonly file: string
  readonly written: AuthConfig
  readonly env: Readonly<Record<string, string | undefined>>
  readonly production: boolean
  /** The configuration as the library reads it; undefined if it refuses. */
  readonly config: Config | undefined
  /** Everything that the library refuses. */
  readonly problems: readonly AuthError[]
  /** True if values of a wrong type kept the library from reading the rest. */
  readonly isUnread: boolean
  /** The warnings that would be logged. */
  readonly warnings: readonly string[]
  /** Lets the application's own copy of the library read the configuration again, with changes. */
  readonly read: Read
}

type Read = Parameters<ConfigurationHook>[1]
/** Reads the configuration with other variables, and reports problems to this logger. */
type ReadWith = (env: Application['env'], logger: Partial<Logger>) => unknown
type Judgement = Pick<Application, 'config' | 'problems' | 'warnings'>

/** Lets the application's own copy of the library read the configuration, and collects its problems and warnings. */
export function judged(
  application: Pick<Application, 'folder' | 'file' | 'written'>,
  read: Read,
): Application {
  const { written } = application
  const env = environmentOf(written)
  const known = { ...application, read, env, production: isProduction(env, written.runtime?.dev) }
  const reading =
    (instead: Partial<AuthConfig> = {}): ReadWith =>
    (env, logger) =>
      read({ logger, runtime: { ...written.runtime, env }, ...instead })
  const first = judge(reading(), env)
  const isUnread = !first.config && hasWrongTypes(written)
  // The storage is opened before anything else is read: if that fails, the rest is read with another one.
  const isClosed = !isUnread && first.problems.length > 0 && first.problems.every(isOfStorage)
  const readRest = reading(isClosed ? { database: undefined, storage: memory() } : {})
  const rest = isClosed ? judge(readRest, env) : first
  const further = furtherKeys(readRest, env, rest)
  const problems = [...new Set([...first.problems, ...rest.problems, ...further])]
  return { ...known, ...first, isUnread, problems }
}

function isOfStorage({ field = '' }: AuthError): boolean {
  return field === 'database' || field === 'storage'
}

function hasWrongTypes(written: AuthConfig): boolean {
  try {
    assertOptionTypes(written)
    return false
  } catch {
    return true
  }
}

function judge(read: ReadWith, env: Application['env']): Judgement {
  const warnings: string[] = []
  const problems: AuthError[] = []
  const logger = {
    error: (error: AuthError) => void problems.push(error),
    warn: (line: string) => void warnings.push(line),
  }
  try {
    // Every copy's engine has the fields that the checks read.
    const { config } = read(env, logger) as { config: Config }
    return { config, problems, warnings }
  } catch (thrown) {
    const found = problemsIn(thrown)
    return {
      config: undefined,
      problems: found.filter(({ hint }) => hint),
      warnings: found.filter(({ hint }) => !hint).map(({ message }) => message),
    }
  }
}

/** A provider reports only the first key that it lacks. Pretended values for those reveal the others. */
function furtherKeys(
  read: ReadWith,
  env: Application['env'],
  { problems }: Judgement,
): AuthError[] {
  const lacking = problems.filter(
    ({ provider, variable }) => provider && variable && !env[variable],
  )
  if (lacking.length === 0) return []
  const pretended = lacking.map(({ variable = '' }) => [variable, 'pretended'])
  const more = { ...env, ...Object.fromEntries(pretended) }
  const next = judge(read, more)
  const fields = problems.map(({ field }) => field)
  const found = next.problems.filter(
    ({ provider, variable, field }) => provider && variable && !fields.includes(field),
  )
  return [...found, ...furtherKeys(read, more, { ...next, problems: found })]
}

/** Every problem in an error of the library. It may come from another copy, so it is recognised by its shape. */
function problemsIn(thrown: unknown): AuthError[] {
  if (!(thrown instanceof Error && 'hint' in thrown)) throw thrown
  const { cause } = thrown
  // An error with a hint is an `AuthError`.
  return cause instanceof AggregateError ? cause.errors : [thrown as AuthError]
}
