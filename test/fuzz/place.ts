import {
  type Emulator,
  emulator,
  google as googlePlatform,
  oauth2,
  oidc,
  tiktok as tiktokPlatform,
} from '../../src/emulator/index.ts'
import { Auth, type AuthConfig, type AuthInstance } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Google from '../../src/providers/google.ts'
import Passkey from '../../src/providers/passkey.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import type { VerificationRequest } from '../../src/types/email.ts'
import type { OIDCConfig, Written } from '../../src/types/provider.ts'
import { origin } from '../setup.ts'
import { hasPowers, type Letter, powers } from './powers.ts'
import { collectSecrets, type Secrets } from './secrets.ts'
import { configs, previewConfig, type Surroundings, surroundingsOf } from './surroundings.ts'

/** An application with every way to sign in, and everything that can be known about it. */
export interface Place {
  strategy: 'cookie' | 'database'
  surroundings: Surroundings
  auth: AuthInstance
  /** Another deployment, whose callbacks arrive at the application; only among other origins. */
  preview?: AuthInstance
  world: Emulator
  /** The mails that were sent, the newest last. */
  mails: VerificationRequest[]
  /** The mails of parts, the newest last; none without parts. */
  letters: Letter[]
  /** What the logger got since the last look. */
  log: { errors: import('../../src/errors.ts').AuthError[]; lines: string[] }
  secrets: Secrets
  /** TikTok's ids of the people who came from there, whom its webhooks are about. */
  openIds: string[]
}

/** Good enough for production, which refuses what looks like an example. */
export const secret = 'Vd0nR6yq2LwKzT8eXcJ4hUbGfS1mPaO9iQ7rE3tN5sA'

/** What everybody here types. */
export const password = 'the-password-of-everybody-here'

const keys = (id: string) => ({
  clientId: `practice-${id}`,
  clientSecret: `practice-secret-of-${id}`,
})

/** Opens such an application; time stands still unless it is moved. */
export async function openPlace(strategy: Place['strategy'], seed: number): Promise<Place> {
  const world = await outside(seed)
  const secrets = collectSecrets()
  for (const { clientSecret } of [tiktok, google]) secrets.add('key', clientSecret)
  for (const key of [secret, password]) secrets.add('key', key)
  for (const id of ['plain', 'idp', 'post']) secrets.add('key', keys(id).clientSecret)
  const mails: Place['mails'] = []
  const letters: Letter[] = []
  const more = hasPowers(seed) ? powers(strategy, letters, secrets) : { providers: [], parts: [] }
  const log: Place['log'] = { errors: [], lines: [] }
  const openIds: string[] = []
  const common: AuthConfig = {
    secret,
    runtime: {
      env: { NODE_ENV: seed % 3 === 0 ? 'development' : 'production' },
      fetch: listening(world.fetch, secrets, openIds),
      now: world.clock.now,
    },
    debug: true,
    session: { strategy },
    logger: {
      error: (error) => void log.errors.push(error),
      warn: (line) => void log.lines.push(line),
      debug: (line) => void log.lines.push(line),
    },
    // Sessions in cookies cannot be ended from elsewhere.
    webhooks: { endSessions: strategy === 'database' && seed % 5 < 2 },
    providers: [...platforms(seed), ...ownWays(mails, secrets), ...more.providers],
    parts: more.parts,
  }
  const deploy = (config: Partial<AuthConfig>) =>
    Auth({ ...common, storage: memory({ now: world.clock.now }), ...config })
  const surroundings = surroundingsOf(seed)
  const place = { strategy, surroundings, world, mails, letters, log, secrets, openIds }
  return {
    ...place,
    auth: deploy(configs[surroundings]),
    ...(surroundings === 'other origins' && { preview: deploy(previewConfig) }),
  }
}

const idp: Written<OIDCConfig<Record<string, unknown>>> = {
  id: 'idp',
  name: 'Idp',
  type: 'oidc',
  issuer: 'https://idp.test',
  checks: ['pkce', 'nonce'],
  ...keys('idp'),
}

export const tiktok = { clientId: 'awtest', clientSecret: 'the-client-secret-of-the-test-app' }
export const google = { clientId: 'one-tap', clientSecret: 'the-client-secret-of-one-tap' }

function platforms(seed: number): AuthConfig['providers'] {
  return [
    {
      id: 'plain',
      name: 'Plain',
      type: 'oauth',
      authorization: 'https://plain.test/authorize',
      token: 'https://plain.test/token',
      userinfo: 'https://plain.test/userinfo',
      ...keys('plain'),
    },
    idp,
    {
      ...idp,
      id: 'post',
      issuer: 'https://post.test',
      authorization: { params: { response_mode: 'form_post' } },
      ...keys('post'),
    },
    TikTok(tiktok),
    Google({ ...google, oneTap: seed % 5 < 2 ? 'without-nonce' : true }),
  ]
}

function ownWays(mails: Place['mails'], secrets: Secrets): AuthConfig['providers'] {
  return [
    Email({
      from: 'Acme <hello@acme.test>',
      sendVerificationRequest(mail) {
        secrets.add('mail', mail.token)
        secrets.add('mail', mail.code)
        mails.push(mail)
        if (mails.length > 20) mails.shift()
      },
    }),
    Credentials({
      credentials: { username: {}, password: { type: 'password' } },
      authorize: ({ username, password: typed }) =>
        typed === password ? { id: `c-${username}`, name: String(username) } : null,
    }),
    Passkey({ formFields: { name: {}, email: {} } }),
  ]
}

function outside(seed: number): Promise<Emulator> {
  return emulator({
    seed: String(seed),
    now: Date.UTC(2026, 5, 1),
    platforms: [
      oauth2({
        id: 'plain',
        authorize: { url: 'https://plain.test/authorize' },
        token: { url: 'https://plain.test/token' },
        resources: [
          {
            url: 'https://plain.test/userinfo',
            answer: ({ person }) => ({
              id: `p-${person.id}`,
              name: person.name,
              email: person.email,
              email_verified: person.email_verified,
            }),
          },
        ],
      }),
      oidc({ id: 'idp', issuer: 'https://idp.test', algorithm: 'ES256' }),
      oidc({ id: 'post', issuer: 'https://post.test', algorithm: 'ES256' }),
      googlePlatform({
        apps: [
          {
            client_id: google.clientId,
            client_secret: google.clientSecret,
            redirect_uris: [`${origin}/api/auth/callback/google`],
          },
        ],
      }),
      tiktokPlatform({
        apps: [
          {
            client_key: tiktok.clientId,
            client_secret: tiktok.clientSecret,
            web: [`${origin}/api/auth/callback/tiktok`],
          },
        ],
      }),
    ],
  })
}

/** The same way out; what is secret in requests and answers is written down. */
function listening(
  fetch: typeof globalThis.fetch,
  secrets: Secrets,
  openIds: string[],
): typeof globalThis.fetch {
  return async (input, options) => {
    const request = new Request(input, options)
    const sent = new URLSearchParams(request.body ? await request.clone().text() : '')
    secrets.add('verifier', sent.get('code_verifier'))
    secrets.add('token', request.headers.get('authorization')?.split(' ')[1])
    const response = await fetch(request)
    if (/\/token\/?$/.test(request.url)) await hearTokens(response.clone(), secrets, openIds)
    return response
  }
}

async function hearTokens(response: Response, secrets: Secrets, openIds: string[]): Promise<void> {
  const answer: unknown = await response.json().catch(() => undefined)
  for (const [name, value] of Object.entries(Object(answer))) {
    if (/^(access|refresh)_token$/.test(name)) secrets.add('token', value)
    if (name === 'id_token') secrets.add('id_token', value)
    if (name === 'open_id' && typeof value === 'string') openIds.push(value)
  }
}
