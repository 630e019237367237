import { equal } from '../crypto/compare.ts'
import { cookiesNamed } from './cookies.ts'

/** Pages that open only to browsers that used an address with the key in it. A cookie remembers them. */
export interface LockedPages {
  /** The address that opens them. */
  address(origin: string): string
  /** True if this browser has used that address. */
  isOpen(request: Request): boolean
  /** Admits a browser that uses that address: sets the cookie and redirects to the first page. Undefined for all others. */
  enter(request: Request): Response | undefined
}

/** Locks everything below a path. `key` is unguessable; `name` begins the cookie's. */
export function lockPages({
  key,
  path,
  name,
}: {
  key: string
  path: string
  name: string
}): LockedPages {
  // Browsers send the cookies of one port of localhost to all others, where another application may have pages like these.
  const cookie = `${name}.${key.slice(0, 8)}`
  return {
    address: (origin) => `${origin}${path}?key=${key}`,
    isOpen: ({ headers }) =>
      equal(key, cookiesNamed(headers.get('cookie') ?? '', cookie).get(cookie) ?? ''),
    enter({ url }) {
      const { searchParams, protocol } = new URL(url)
      if (!equal(key, searchParams.get('key') ?? '')) return undefined
      const secure = protocol === 'https:' ? '; Secure' : ''
      return new Response(null, {
        status: 303,
        headers: {
          location: path,
          'set-cookie': `${cookie}=${key}; Path=${path}; HttpOnly; SameSite=Strict${secure}`,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        },
      })
    },
  }
}
