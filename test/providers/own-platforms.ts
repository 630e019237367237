import type { OAuth2App, Person, Platform, Registration } from '../../src/emulator/index.ts'
import * as emulated from '../../src/emulator/index.ts'
import { origin } from '../setup.ts'
import type { Client } from './platform.ts'
import type { Sample } from './sample.ts'

/** What a platform with rules of its own is told about the sample, and the provider about the platform. */
interface Practice {
  platform: Platform
  /** Options that follow from the registration. */
  options?: object
}

/** Opens the practice platform for a sample. */
export type Open = (id: string, sample: Sample, client: Client) => Practice | Promise<Practice>

/** The person of a sample, as a practice platform knows people. */
function personOf({ user, claims, profile }: Sample): Person {
  return { id: 'sample', name: user.name ?? 'Somebody', claims: { ...(claims ?? profile) } }
}

function appOf(id: string, { clientId, clientSecret }: Client): OAuth2App {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: [`${origin}/api/auth/callback/${id}`],
  }
}

const plain =
  (make: (options: Registration) => Platform): Open =>
  (id, sample, client) => ({
    platform: make({ apps: [appOf(id, client)], personas: [personOf(sample)] }),
  })

/** The platforms whose rules are written in the emulator itself, each from its own documentation. */
export const ownPlatforms: ReadonlyMap<string, Open> = new Map<string, Open>([
  ['google', plain(emulated.google)],
  ['facebook', plain(emulated.facebook)],
  ['discord', plain(emulated.discord)],
  ['linkedin', plain(emulated.linkedin)],
  ['slack', plain(emulated.slack)],
  ['spotify', plain(emulated.spotify)],
  ['twitch', plain(emulated.twitch)],
  ['line', plain(emulated.line)],
  ['microsoft-entra-id', plain(emulated.microsoftEntraId)],
  [
    'twitter',
    (id, sample, client) => {
      const { data } = { ...sample.profile }
      const person = { id: 'sample', name: 'Ada', claims: Object(data) }
      return { platform: emulated.twitter({ apps: [appOf(id, client)], personas: [person] }) }
    },
  ],
  [
    'github',
    (id, sample, client) => {
      const [emails] = Object.values(sample.also ?? {})
      const person = {
        ...personOf(sample),
        emails: Array.isArray(emails) ? emails.map(Object) : [],
      }
      return { platform: emulated.github({ apps: [appOf(id, client)], personas: [person] }) }
    },
  ],
  ['apple', withSigningKey],
])

/** Apple knows the public half of the key with which the application signs its secrets. */
async function withSigningKey(id: string, sample: Sample, client: Client): Promise<Practice> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const der = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  const lines = btoa(String.fromCharCode(...der)).replace(/.{64}/g, '$&\n')
  const privateKey = `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----`
  const [teamId, keyId] = ['DEF123GHIJ', 'ABC123DEFG']
  const { client_secret, ...app } = appOf(id, client)
  const jwks = [{ ...jwk, kid: keyId }]
  const person = { ...personOf(sample), email: sample.user.email ?? '' }
  return {
    platform: emulated.apple({ apps: [{ ...app, jwks, teamId }], personas: [person] }),
    options: { teamId, keyId, privateKey, clientSecret: undefined },
  }
}
