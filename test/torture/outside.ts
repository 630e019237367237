import { type Emulator, emulator, oauth2, oidc } from '../../src/emulator/index.ts'

/** How many ordinary people there are, and how many who claim the address of one of them. */
const crowd = { owners: 6, squatters: 2 }

/** Tokens are refreshed a minute before they expire, so these are refreshed all the time. */
const lifetimes = { access: 62 }

/** Somebody's address. */
export function addressFor(name: string): string {
  return `${name}@people.test`
}

/** The names of ordinary people. */
export const owners: readonly string[] = Array.from(
  { length: crowd.owners },
  (_, index) => `p${index}`,
)

/** The names of those who claim somebody's address without proving it; the address belongs to the owner of the same number. */
export const squatters: readonly string[] = Array.from(
  { length: crowd.squatters },
  (_, index) => `s${index}`,
)

/** Whether somebody only claims the address of another. */
export function isSquatter(name: string): boolean {
  return squatters.includes(name)
}

/** Whose address a squatter claims. */
export function claimed(squatter: string): string {
  return squatter.replace('s', 'p')
}

/**
 * The platforms. `plain` gives a new refresh token each time and takes all away when an old one comes again, `idp` proves addresses and is
 * trusted with them, `post` answers by a form.
 */
export function outside(seed: number): Promise<Emulator> {
  const people = (platform: string, email?: object) =>
    owners.map((name) => ({
      id: name,
      name,
      claims: { sub: `${platform}-${name}` },
      ...(email && { email: addressFor(name), ...email }),
    }))
  return emulator({
    seed: String(seed),
    platforms: [
      oauth2({
        id: 'plain',
        authorize: { url: 'https://plain.test/authorize' },
        token: { url: 'https://plain.test/token' },
        revoke: { url: 'https://plain.test/revoke' },
        refresh: 'rotates',
        lifetimes,
        personas: [
          ...people('plain'),
          ...squatters.map((name) => ({ id: name, name, email: addressFor(claimed(name)) })),
        ],
        resources: [
          {
            url: 'https://plain.test/userinfo',
            answer: ({ person: { id, name, email } }) => ({
              id: `plain-${id}`,
              name,
              email,
              email_verified: false,
            }),
          },
        ],
      }),
      oidc({
        id: 'idp',
        issuer: 'https://idp.test',
        algorithm: 'ES256',
        refresh: 'stays',
        lifetimes,
        personas: people('idp', { email_verified: true }),
      }),
      oidc({
        id: 'post',
        issuer: 'https://post.test',
        algorithm: 'ES256',
        refresh: 'stays',
        lifetimes,
        personas: people('post'),
      }),
    ],
  })
}
