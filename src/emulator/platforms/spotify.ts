import { json } from '../reply.ts'
import type { Exchange, Platform } from '../types.ts'
import type { Holder, Registration } from './oauth2/description.ts'
import { type Objection, registered } from './oauth2/registration.ts'
import { oauth2 } from './oauth2.ts'
import { subjectId } from './people.ts'

const id = 'spotify'
const accounts = 'https://accounts.spotify.com'

const objection: Objection = ({ protocol, hostname }) =>
  protocol === 'https:' || hostname === '127.0.0.1' || hostname === '[::1]'
    ? undefined
    : 'this machine is called 127.0.0.1 or [::1] there, never localhost'

/**
 * A practice Spotify: numeric loopback addresses only, tokens for an hour, refresh tokens that stay the same and expire half a
 * year after consent, however often they are used.
 *
 * @see https://developer.spotify.com/documentation/web-api/tutorials/code-flow
 * @see https://developer.spotify.com/documentation/web-api/concepts/redirect_uri
 * @see https://developer.spotify.com/blog/2026-06-18-refresh-token-expiration
 * @see https://developer.spotify.com/documentation/web-api/references/changes/may-2026
 */
export function spotify(options: Registration = {}): Platform {
  return oauth2({
    ...options,
    id,
    name: 'Spotify',
    apps: registered(id, options.apps, objection),
    scopes: {
      'user-read-email': 'Email address',
      'user-read-private': 'Country and subscription',
    },
    authentication: ['client_secret_basic'],
    basic: 'plain',
    refresh: 'stays',
    lifetimes: { code: 600, access: 3600, refresh: 180 * 86_400 },
    authorize: { url: `${accounts}/authorize`, choice: { show_dialog: 'true' } },
    token: { url: `${accounts}/api/token` },
    resources: [{ url: 'https://api.spotify.com/v1/me', refuse, answer: profile }],
  })
}

function refuse(status: number, _error: string, message: string): Response {
  return json({ error: { status, message } }, status)
}

function profile({ person, grant }: Holder, { context }: Exchange): object {
  const name = `31${subjectId(context, id, person.id).slice(0, 12)}`
  const known: Record<string, unknown> = {
    account_id: subjectId(context, `${id} account`, person.id),
    display_name: person.name,
    email: person.email,
    external_urls: { spotify: `https://open.spotify.com/user/${name}` },
    followers: { href: null, total: 0 },
    href: `https://api.spotify.com/v1/users/${name}`,
    id: name,
    images: person.picture
      ? [{ url: context.locate(person.picture), height: 300, width: 300 }]
      : [],
    type: 'user',
    uri: `spotify:user:${name}`,
    ...person.claims,
  }
  if (!grant.scopes.includes('user-read-email')) delete known.email
  return known
}
