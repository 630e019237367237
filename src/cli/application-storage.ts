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

/** An application whose configuration the library takes. */
export type Opened = Application & { readonly config: NonNullable<Application['config']> }

/** The application whose file was named, or the one in the usual place. */
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
  const { config, problems } = application ?? {}
  if (!application || !config) throw problems?.[0] ?? new Error(`${file} is not right`)
  return { ...application, config }
}

/** Opens the application whose file was named, or the one in the usual place, and lets go of its storage after the work. */
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
