import { json } from '../reply.ts'
import type { Exchange, Platform } from '../types.ts'
import type { Holder, Registration } from './oauth2/description.ts'
import { httpsOrLocal, registered } from './oauth2/registration.ts'
import { oauth2 } from './oauth2.ts'
import { subjectId } from './people.ts'

const id = 'discord'
const api = 'https://discord.com/api'

/**
 * A practice Discord: form bodies only, tokens for a week, and an API that demands a `User-Agent`.
 *
 * @see https://docs.discord.com/developers/topics/oauth2
 * @see https://docs.discord.com/developers/reference
 * @see https://docs.discord.com/developers/resources/user
 * @see https://discord.com/.well-known/oauth-authorization-server
 */
export function discord(options: Registration = {}): Platform {
  return oauth2({
    ...options,
    id,
    name: 'Discord',
    apps: registered(id, options.apps, httpsOrLocal),
    scopes: { identify: 'Your name and picture', email: 'Email address', guilds: 'Your servers' },
    authentication: ['client_secret_basic', 'client_secret_post'],
    basic: 'plain',
    lifetimes: { code: 60, access: 604_800, refresh: 90 * 86_400 },
    authorize: { url: 'https://discord.com/oauth2/authorize', iss: () => 'https://discord.com' },
    token: { url: `${api}/oauth2/token` },
    // An address without a version means the oldest version that still runs.
    resources: [`${api}/v10`, api].map((base) => ({
      url: `${base}/users/@me`,
      headers: { 'user-agent': true },
      scope: 'identify',
      refuse,
      answer: profile,
    })),
    revoke: { url: `${api}/oauth2/token/revoke` },
  })
}

/** The numbers of Discord's own errors. Without a `User-Agent`, the network in front of it refuses. */
const codes: Readonly<Record<string, number>> = { invalid_token: 0, insufficient_scope: 50_001 }

function refuse(status: number, error: string, said: string): Response {
  const code = codes[error]
  if (code === undefined) return new Response('error code: 1010', { status: 403 })
  return json({ message: code === 0 ? `${status}: Unauthorized` : said, code }, status)
}

function profile({ person, grant }: Holder, { context }: Exchange): object {
  const { email, email_verified: verified } = person
  return {
    id: subjectId(context, id, person.id).slice(0, 18),
    username: person.id,
    discriminator: '0',
    global_name: person.name,
    avatar: null,
    flags: 0,
    locale: 'en-GB',
    mfa_enabled: false,
    ...(grant.scopes.includes('email')
      ? { email: email ?? null, verified: verified ?? false }
      : {}),
    ...person.claims,
  }
}
