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

/** Opens the application whose file was named, or the one in the usual place, and lets go of its storage after the work. */
export async function withStorage<T>(
  context: CliContext,
  words: readonly string[],
  env: string[] | undefined,
  work: (
    storage: NonNullable<NonNullable<Application['config']>['storage']>,
    application: Application,
  ) => Promise<T>,
): Promise<T> {
  const [named, second] = words
  if (second) throw usageError(`Only one file can be named, not "${second}" too`)
  const { env: variables } = readEnvironment(context.folder, {
    env: context.env,
    mode: 'production',
    named: env,
  })
  const { loadApplication, usualFile } = await import('./application.ts')
  const file = named ?? usualFile(context.folder)
  if (!file) throw usageError('There is no auth.ts here: name the file that calls Auth()')
  const [application] = await loadApplication(context.folder, file, variables)
  if (!application?.config) throw application?.problems[0] ?? new Error(`${file} is not right`)
  const { storage } = application.config
  if (!storage) throw usageError('The application has no storage, so nothing is kept')
  try {
    return await work(storage, application)
  } finally {
    await storage.close?.()
  }
}
