import { readSecrets } from '../config/secrets.ts'
import { readEnvironment } from './application/env-files.ts'
import type { Application } from './application.ts'
import { type Command, defineCommand, usageError } from './command.ts'

/** Seals what parts keep with the newest secret. */
export const reseal: Command = defineCommand({
  summary: 'Encrypt stored secrets again, before you remove an old AUTH_SECRET',
  about: `Parts keep secrets in your storage, such as authenticator seeds, encrypted with AUTH_SECRET. When you replace it, keep the old one
as AUTH_SECRET_1, run this, and then remove the old one. Your application may run meanwhile. Running it twice does no harm.

It takes the storage and the secrets from the file that calls Auth(); without a name, from auth.ts in the usual places.

The exit code is 1 if something cannot be decrypted with any of the secrets. It is left as it is.`,
  words: ['[auth.ts]'],
  options: {
    env: {
      type: 'string',
      multiple: true,
      value: '<file>',
      about: 'read the variables from this file, not from the usual .env files',
    },
  },
  exits: true,
  async run({ values, words: [named, second] }, context) {
    if (second) throw usageError(`Only one file can be named, not "${second}" too`)
    const { env } = readEnvironment(context.folder, {
      env: context.env,
      mode: 'production',
      named: values.env,
    })
    const { loadApplication, usualFile } = await import('./application.ts')
    const file = named ?? usualFile(context.folder)
    if (!file) throw usageError('There is no auth.ts here: name the file that calls Auth()')
    const [application] = await loadApplication(context.folder, file, env)
    if (!application?.config) throw application?.problems[0] ?? new Error(`${file} is not right`)
    const result = await resealStorage(application, application.config.storage)
    context.report(result, summary(result))
    return result.unreadable > 0 ? 1 : 0
  },
})

async function resealStorage(
  { written, env, production }: Application,
  storage: NonNullable<Application['config']>['storage'],
) {
  const { resealItems } = await import('../identity/reseal-items.ts')
  const secrets = readSecrets(written.secret, env, production)
  if (!storage) throw usageError('The application has no storage, so nothing is kept')
  try {
    return await resealItems(storage, secrets)
  } finally {
    await storage.close?.()
  }
}

function summary({
  current,
  resealed,
  unreadable,
}: Awaited<ReturnType<typeof resealStorage>>): string {
  const done = `${items(resealed)} encrypted again; ${current} had the newest secret already.`
  if (unreadable === 0) return done
  return `${done}\n${items(unreadable)} cannot be decrypted: add the secret that encrypted them as AUTH_SECRET_1, and run this again.`
}

function items(count: number): string {
  return `${count} ${count === 1 ? 'item' : 'items'}`
}
