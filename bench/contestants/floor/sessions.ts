/** Somebody as the platform describes them, and as a session shows them. */
export interface Person {
  id: string
  name: string
  email: string
  image: string
}

/** What the platform gave for somebody. */
export interface Tokens {
  access_token: string
  expires_in: number
  scope: string
}

/** Where the floor keeps who is signed in. */
export interface Sessions {
  read(cookies: string): Session | null | Promise<Session | null>
  /** Signs somebody in; returns the cookies that say so. */
  issue(person: Person, provider: string, tokens: Tokens): string | Promise<string>
}

interface Session {
  user: Person
  expires: string
}

/** Seconds that a session lasts. */
export const maxAge = 30 * 86_400

/** The name of the session cookie. */
export const cookieName = '__Host-floor.session'

/** One cookie of a Cookie header. */
export function cookieOf(cookies: string, name: string): string | undefined {
  const from = cookies.indexOf(`${name}=`)
  if (from === -1) return undefined
  const end = cookies.indexOf(';', from)
  return cookies.slice(from + name.length + 1, end === -1 ? undefined : end)
}
