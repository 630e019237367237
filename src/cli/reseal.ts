import { readSecrets } from '../config/secrets.ts'
import { envOption, withStorage } from './application-storage.ts'
import { type Command, defineCommand } from './command.ts'

/** Encrypts the stored secrets of parts with the newest secret. */
export const reseal: Command = defineCommand({
  summary: 'Encrypt stored secrets again, before you remove an old AUTH_SECRET',
  about: `Parts keep secrets in your storage, such as authenticator seeds, encrypted with AUTH_SECRET. When you replace it, keep the old one
as AUTH_SECRET_1, run this, and then remove the old one. Your application may run meanwhile. Running it twice does no harm.

It takes the storage and the secrets from the file that calls Auth(); without a name, from auth.ts in the usual places.

The exit code is 1 if something cannot be decrypted with any of the secrets. It is left as it is.`,
  words: ['[auth.ts]'],
  options: envOption,
  exits: true,
  async run({ values, words }, context) {
    const result = await withStorage(context, words, values.env, async (storage, application) => {
      const { resealItems } = await import('../identity/reseal-items.ts')
      const { written, env, production } = application
      return resealItems(storage, readSecrets(written.secret, env, production))
    })
    context.report(result, summary(result))
    return result.unreadable > 0 ? 1 : 0
  },
})

function summary({
  current,
  resealed,
  unreadable,
}: Readonly<Record<'current' | 'resealed' | 'unreadable', number>>): string {
  const done = `${items(resealed)} encrypted again; ${current} had the newest secret already.`
  if (unreadable === 0) return done
  return `${done}\n${items(unreadable)} cannot be decrypted: add the secret that encrypted them as AUTH_SECRET_1, and run this again.`
}

function items(count: number): string {
  return `${count} ${count === 1 ? 'item' : 'items'}`
}
