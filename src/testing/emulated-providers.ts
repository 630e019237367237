import { configError } from '../config/problems.ts'
import type { Mail, Platform } from '../emulator/index.ts'
import { practiceApp } from '../emulator/platforms/oauth2/registration.ts'
import { type Callbacks, emulate } from '../emulator/platforms/registered-application.ts'
import {
  practiceProvider,
  type WrittenProvider,
  withOptions,
  writtenProvider,
} from '../emulator/practice-provider.ts'
import type { SendMail, VerificationRequest } from '../types/email.ts'
import type { AnyPart } from '../types/part.ts'
import type { Provider } from '../types/provider.ts'

/** The surroundings of a test's providers. */
export interface Outside {
  readonly callbacks: Callbacks
  /** Platforms that the test describes itself. */
  readonly platforms: readonly Platform[]
  /** Takes every email. */
  readonly deliver: (mail: Omit<Mail, 'id' | 'at'>) => void
}

/** Providers that need no keys, and the platforms that know them. */
export interface EmulatedProviders {
  readonly providers: readonly Provider[]
  readonly platforms: readonly Platform[]
}

/** Connects every provider to an emulated platform or to the inbox. Those that need neither, such as passkeys, stay as they are. */
export async function emulateAll(
  written: readonly Provider[],
  outside: Outside,
): Promise<EmulatedProviders> {
  const providers: Provider[] = []
  const platforms = [...outside.platforms]
  for (const provider of Array.isArray(written) ? written : []) {
    const emulated = await emulateOne(provider, outside)
    providers.push(emulated.provider)
    if (emulated.platform) platforms.push(emulated.platform)
  }
  return { providers, platforms }
}

async function emulateOne(
  provider: Provider,
  { callbacks, platforms, deliver }: Outside,
): Promise<{ provider: Provider; platform?: Platform }> {
  const written = writtenProvider(provider)
  if (written?.type === 'email') return { provider: mailsTo(deliver, written) }
  if (written && Object(written.method).mail)
    return { provider: withOptions(written, { send: sendTo(deliver) }) }
  if (written?.type !== 'oauth' && written?.type !== 'oidc') return { provider }
  const own = platforms.find((platform) => serves(platform, written))
  if (own) return { provider: await registeredWith(own, written, callbacks) }
  const practice = await practiceProvider(written, callbacks)
  if (practice) return practice
  throw unknownPlatform(written)
}

/** The provider with the inbox as its sender, which needs no keys. */
function mailsTo(deliver: Outside['deliver'], written: WrittenProvider): Provider {
  const sendVerificationRequest = ({ identifier, mail }: VerificationRequest) =>
    deliver({ to: identifier, ...mail })
  return withOptions(written, { send: sendTo(deliver), sendVerificationRequest, needs: [] })
}

/** The part with the inbox as its sender, if it sends mails. */
export function mailingTo<Q extends AnyPart>(deliver: Outside['deliver'], part: Q): Q {
  return Object(part).mail ? { ...part, mail: { send: sendTo(deliver) } } : part
}

/** Sends every mail to the inbox. */
function sendTo(deliver: Outside['deliver']): SendMail {
  return ({ to, subject, text, html }) => deliver({ to, subject, text, html })
}

/** True if a platform has the provider's id, or one of its hosts: two providers may share a platform. */
function serves(platform: Platform, written: WrittenProvider): boolean {
  if (platform.id === written.id) return true
  const { issuer, wellKnown, authorization, token } = settings(written)
  const hosts = [issuer, wellKnown, authorization, token]
    .map((address) => URL.parse(String(Object(address).url ?? address))?.host)
    .filter((host) => host !== undefined)
  return platform.endpoints.some(({ url }) => hosts.includes(new URL(url).host))
}

/** The provider with keys that the platform knows: its own, or those for practice. */
async function registeredWith(
  { id, apps }: Platform,
  written: WrittenProvider,
  callbacks: Callbacks,
): Promise<Provider> {
  const knows = (clientId: unknown) => apps.some(({ client_id }) => client_id === clientId)
  if (knows(settings(written).clientId)) return written
  const { client_id: clientId, client_secret: clientSecret } = practiceApp(written.id)
  const practice = await emulate(written.id, callbacks)
  const keys = practice?.options ?? { clientId, clientSecret }
  if (knows(keys.clientId)) return withOptions(written, keys)
  const known = apps.map(({ client_id }) => client_id).join(', ')
  throw problem(
    written,
    `The platform "${id}" does not know the client id of the provider "${written.id}"`,
    `Pass the provider the keys of one of the platform's apps: ${known}.`,
  )
}

function unknownPlatform(written: WrittenProvider): Error {
  const { issuer = 'https://id.example.com' } = settings(written)
  const description =
    written.type === 'oidc'
      ? `oidc({ id: '${written.id}', issuer: '${issuer}' })`
      : `oauth2({ id: '${written.id}', authorize, token, resources })`
  return problem(
    written,
    `The emulator does not know the platform of the provider "${written.id}"`,
    `Describe it in the second argument: testAuth(config, { platforms: [${description}] }). ${written.type === 'oidc' ? 'oidc' : 'oauth2'} is in porticojs/emulator.`,
  )
}

/** An error with the hint in its message, because some test runners show nothing else. */
function problem({ id }: WrittenProvider, found: string, hint: string): Error {
  return configError(`providers.${id}`, `${found}. ${hint}`, hint, id)
}

/** A provider's settings. Modules of Auth.js keep the application's options apart, in `options`. */
function settings(written: WrittenProvider): Record<string, unknown> {
  return { ...written, ...('options' in written && written.options) }
}
