import type { EmulatedProviders, Played } from './emulated-providers.ts'
import type { DevelopmentSecret } from './secret.ts'

/** The line for the log: what was filled in, and how to get real keys. Empty if nothing was. */
export function describeCompletion({
  secret,
  played,
  mailers,
  emulator,
}: Pick<EmulatedProviders, 'played' | 'mailers' | 'emulator'> & {
  secret: DevelopmentSecret | undefined
}): string {
  const kept = secret?.file ? `is kept in ${secret.file}` : 'lasts until the application ends'
  const providers = played.filter(({ keysAt }) => !keysAt)
  const services = played.filter(({ keysAt }) => keysAt)
  const parts = [
    ...(providers.length > 0 ? [playedBy(providers, emulator?.url)] : []),
    ...services.map(
      ({ name, keysAt }) =>
        `${who(name, emulator?.url)}: everybody passes. Real keys are at ${keysAt}.`,
    ),
    ...(mailers.length > 0 ? [`Emails of ${list(mailers)} are at ${emulator?.url}/inbox.`] : []),
    ...(secret ? [`A development secret ${kept}.`] : []),
  ]
  return parts.length > 0 ? `Development: ${parts.join(' ')}` : ''
}

function who(name: string, url: string | undefined): string {
  return `${name} has no keys, so the emulator${url ? ` at ${url}` : ''} plays it`
}

function playedBy(played: readonly Played[], url: string | undefined): string {
  const [has, them] = played.length === 1 ? ['has', 'it'] : ['have', 'them']
  const names = list(played.map(({ name }) => name))
  const mails = played.some(({ mails }) => mails) && url ? ` Emails are at ${url}/inbox.` : ''
  const ids = played.map(({ id }) => id).join(' ')
  const emulator = url ? `the emulator at ${url}` : 'the emulator'
  return `${names} ${has} no keys, so ${emulator} plays ${them}: sign in as anybody.${mails} For real keys, run npx porticojs providers ${ids}.`
}

function list(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
