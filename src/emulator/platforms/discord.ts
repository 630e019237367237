import type { Exchange, Platform } from '../types.ts'
import type { Holder, Registration } from './oauth2/description.ts'
import { httpsOrLocal, registered } from './oauth2/registration.ts'
import { oauth2 } from './oauth2.ts'
import { subjectOf } from './people.ts'

const id = 'discord'
const api = 'https://discord.com/api'

/**
 * A practice Discord (discord.com/developers/docs/topics/oauth2): bodies as forms only, tokens for a week, and an API
 * that wants to know the agent.
 */
export function discord(options: Registration = {}): Platform {
  return oauth2({
    ...options,
    id,
    name: 'Discord',
    apps: registered(id, options.apps, httpsOrLocal),
    scopes: { identify: 'Your name and picture', email: 'E-mail address', guilds: 'Your servers' },
    authentication: ['client_secret_basic', 'client_secret_post'],
    lifetimes: { code: 60, access: 604_800, refresh: 90 * 86_400 },
    authorize: { url: 'https://discord.com/oauth2/authorize', iss: () => 'https://discord.com' },
    token: { url: `${api}/oauth2/token` },
    resources: [
      {
        url: `${api}/users/@me`,
        headers: { 'user-agent': true },
        scope: 'identify',
        answer: profile,
      },
    ],
    revoke: { url: `${api}/oauth2/token/revoke` },
  })
}

function profile({ person, grant }: Holder, { world }: Exchange): object {
  const { email, email_verified: verified } = person
  return {
    id: subjectOf(world, id, person.id).slice(0, 18),
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
