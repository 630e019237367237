import { toDevelop } from '../config/environment.ts'
import { AuthError } from '../errors.ts'
import { readEnvironment } from './application/env-files.ts'
import type { Application } from './application.ts'
import { type CliContext, usageError } from './command.ts'

/** The option that names the files with the variables. */
export const envOption = {
  env: {
    type: 'string',
    multiple: true,
    value: '<file>',
    about: 'read the variables from this file, not from the usual .env files',
  },
} as const

/** An application whose configuration the library accepts. */
export type Opened = Application & { readonly config: NonNullable<Application['config']> }

/** The application of the named file, or of the one in a usual place. */
export async function openApplication(
  { folder, env }: CliContext,
  named: string | undefined,
  files: string[] | undefined,
): Promise<Opened> {
  const { env: variables } = readEnvironment(folder, { env, mode: 'production', named: files })
  const { loadApplication, usualFile } = await import('./application.ts')
  const file = named ?? usualFile(folder)
  if (!file) throw usageError('There is no auth.ts here: name the file that calls Auth()')
  const [application] = await loadApplication(folder, file, variables)
  if (!application) throw new Error(`${file} calls Auth() nowhere`)
  return opened(application)
}

/** The application, if the library accepts its configuration: in development it needs no keys, as in `Auth()`. */
export async function opened(application: Application): Promise<Opened> {
  const { developed } = await import('./application/developed.ts')
  const ready = await developed(application)
  const { config, problems, file } = ready
  if (config) return { ...ready, config }
  throw problems[0] ? asTyped(problems[0]) : new Error(`${file} is not right`)
}

/** A problem of production, with a hint for people who meant their application in development: a command starts nothing. */
function asTyped(problem: AuthError): AuthError {
  const { code, message, cause } = problem
  const hint = problem.hint.replace(
    toDevelop,
    'While developing, set NODE_ENV=development for this command.',
  )
  return new AuthError(code, message, { ...problem, cause, hint })
}

/** Opens the application of the named file, or of the one in a usual place, and closes its storage after the work. */
export async function withStorage<T>(
  context: CliContext,
  [named, second]: readonly string[],
  env: string[] | undefined,
  work: (storage: NonNullable<Opened['config']['storage']>, application: Opened) => Promise<T>,
): Promise<T> {
  if (second) throw usageError(`Only one file can be named, not "${second}" too`)
  const application = await openApplication(context, named, env)
  const { storage } = application.config
  if (!storage) throw usageError('The application has no storage, so nothing is kept')
  try {
    return await work(storage, application)
  } finally {
    await storage.close?.()
  }
}
