import { afterEach, expect, test } from 'vitest'
import { fromBase32 } from '../../src/second-factor/base32.ts'
import { stepAt, totpCode } from '../../src/second-factor/totp.ts'
import { type Door, guardedText, type OpenDoor } from '../frameworks/doors/door.ts'
import { cookiesAfter, mayPost, type People, people } from '../frameworks/people.ts'

/** What a door does not promise. Everything that is not listed is demanded. */
export interface DoorExceptions {
  /** Its pages renew no session: its proxy does. */
  noRenewal?: true
}

type Sent = Record<string, string>

const page = { accept: 'text/html' }
const json = { accept: 'application/json' }

/** An open door and those who come to it. */
interface Visit extends People, Door {
  url: string
  get(path: string, headers?: Sent): Promise<Response>
  post(path: string, headers?: Sent, form?: Sent): Promise<Response>
  /** The cookies of somebody who has signed in by server code. */
  signedIn(): Promise<string>
  /** The same of somebody who has taken a second step. */
  proven(): Promise<string>
}

/** Everything a framework's door must do, told once for all of them. */
export function doorContract(openDoor: OpenDoor, exceptions: DoorExceptions = {}): void {
  const open: Door[] = []
  afterEach(async () => {
    for (const door of open.splice(0)) await door.close()
  })
  const visit = async (...others: string[]): Promise<Visit> => {
    let [url, club] = ['', people('https://app.test')]
    const door = await openDoor((origin) => {
      url = origin
      club = people(origin, ...others)
      return club.auth
    })
    open.push(door)
    const get: Visit['get'] = (path, headers = {}) => door.send(path, { headers })
    const post: Visit['post'] = (path, headers = {}, form = {}) =>
      door.send(path, {
        method: 'POST',
        headers: { origin: url, ...page, ...headers },
        body: new URLSearchParams(form),
      })
    const signedIn = async () => cookiesAfter(await post('/login'))
    const proven = async () => {
      const cookie = await signedIn()
      const path = '/api/auth/second-factor-setup'
      const asked = await get(path, { ...json, cookie })
      const { secret, setup } = await asked.json()
      const code = await totpCode(fromBase32(secret) ?? new Uint8Array(), stepAt(club.now() / 1000))
      const confirmed = await post(path, { ...json, cookie }, { setup, code })
      const { proven } = await confirmed.json()
      const before = cookiesAfter(confirmed, cookie)
      return cookiesAfter(await post(path, { cookie: before }, { proven }), before)
    }
    return { ...club, ...door, url, get, post, signedIn, proven }
  }
  actionsContract(visit)
  guardContract(visit)
  levelContract(visit)
  if (!exceptions.noRenewal) renewalContract(visit)
  leavingContract(visit)
  storageDownContract(visit)
  mountContract(visit)
}

type Open = (...others: string[]) => Promise<Visit>

function actionsContract(visit: Open): void {
  test('signs somebody in by server code, and sends them on', async () => {
    const { url, get, post, addresses, visitor } = await visit()
    const response = await post('/welcome')
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(`${url}/guarded`)
    const cookie = cookiesAfter(response)
    expect(cookie).toContain('portico.session=')
    expect(await (await get('/home', { cookie })).text()).toBe('Hello Ada')
    expect(await (await get('/home')).text()).toBe('Hello stranger')
    expect(await addresses(cookie)).toEqual([visitor])
  })

  test('sends back whoever is refused', async () => {
    const { url, post } = await visit()
    const refused = await post('/refused')
    expect(refused.status).toBe(303)
    expect(refused.headers.get('location')).toContain(`${url}/api/auth/signin?`)
    expect(cookiesAfter(refused)).not.toContain('portico.session=')
  })

  test('tells a program why it is refused', async () => {
    const { post } = await visit()
    const program = await post('/refused', json)
    expect(program.status).toBe(401)
    expect(await program.json()).toEqual({ error: 'CredentialsSignin' })
  })
}

function guardContract(visit: Open): void {
  test('sends strangers from a guarded page to sign in and back', async () => {
    const { url, get } = await visit()
    const stranger = await get('/guarded?tab=1', page)
    expect(stranger.status).toBe(303)
    const to = new URL(stranger.headers.get('location') ?? '')
    expect(to.origin + to.pathname).toBe(`${url}/api/auth/signin`)
    expect(to.searchParams.get('callbackUrl')).toBe(`${url}/guarded?tab=1`)
    expect(await stranger.text()).not.toContain(guardedText)
  })

  test('answers 401 to programs at a guarded page, and the page to members', async () => {
    const { get, signedIn } = await visit()
    const program = await get('/guarded', json)
    expect(program.status).toBe(401)
    expect(await program.json()).toEqual({ error: 'SessionRequired' })
    const cookie = await signedIn()
    for (const headers of [page, json]) {
      const answer = await get('/guarded', { ...headers, cookie })
      expect([answer.status, await answer.text()]).toEqual([200, guardedText])
    }
    const forged = cookie.replace('portico.session=', '$&x')
    expect((await get('/guarded', { ...json, cookie: forged })).status).toBe(401)
  })
}

function levelContract(visit: Open): void {
  test('sends members without a second step from a page that needs one to that step, and back', async () => {
    const { url, get, signedIn } = await visit()
    const cookie = await signedIn()
    const person = await get('/proven?tab=1', { ...page, cookie })
    expect(person.status).toBe(303)
    const to = new URL(person.headers.get('location') ?? '')
    expect(to.origin + to.pathname).toBe(`${url}/api/auth/step-up`)
    expect(to.searchParams.get('callbackUrl')).toBe(`${url}/proven?tab=1`)
    expect(await person.text()).not.toContain(guardedText)
    const program = await get('/proven', { ...json, cookie })
    expect([program.status, await program.json()]).toEqual([403, { error: 'RecentSignInRequired' }])
    const stranger = await get('/proven', page)
    expect(stranger.headers.get('location')).toContain(`${url}/api/auth/signin?`)
  })

  test('lets members through to such a page once they took the step', async () => {
    const { get, auth, proven } = await visit()
    const cookie = await proven()
    expect((await auth.session(new Headers({ cookie })))?.amr).toContain('mfa')
    const answer = await get('/proven', { ...page, cookie })
    expect([answer.status, await answer.text()]).toEqual([200, guardedText])
  })
}

function renewalContract(visit: Open): void {
  test.each(['/home', '/guarded'])(
    'renews a session that is due with the page %s',
    async (path) => {
      const { get, signedIn, later, addresses } = await visit()
      const cookie = await signedIn()
      expect((await get(path, { cookie })).headers.getSetCookie()).toEqual([])
      later(2)
      const response = await get(path, { cookie })
      expect(response.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^(__Host-|__Secure-)?portico\.session=[^;]+;.*Max-Age=2592000/),
      ])
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      const renewed = cookiesAfter(response, cookie)
      later(29)
      expect(await (await get('/home', { cookie: renewed })).text()).toBe('Hello Ada')
      expect(await addresses(renewed)).toHaveLength(1)
    },
  )
}

function leavingContract(visit: Open): void {
  test.each(['/logout', '/leave'])('ends a session that is due at %s', async (path) => {
    const { get, post, signedIn, later } = await visit()
    const before = await signedIn()
    later(2)
    const response = await post(path, { cookie: before })
    expect(response.status).toBe(303)
    const cookie = cookiesAfter(response, before)
    expect(cookie).not.toContain('portico.session')
    for (const each of [cookie, before]) {
      expect(await (await get('/home', { cookie: each })).text()).toBe('Hello stranger')
    }
  })

  test('signs nobody out for a page of another site', async () => {
    const { get, post, signedIn } = await visit()
    const cookie = await signedIn()
    const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    for (const path of ['/logout', '/leave', '/api/auth/signout']) {
      const refused = await post(path, { cookie, ...foreign })
      expect(cookiesAfter(refused, cookie)).toContain('portico.session=')
    }
    expect(await (await get('/home', { cookie })).text()).toBe('Hello Ada')
  })
}

function storageDownContract(visit: Open): void {
  test('answers 503 at a guarded page while the storage is down, and redirects nobody', async () => {
    const { get, signedIn, storage } = await visit()
    const cookie = await signedIn()
    const ask = (headers: Sent) => get('/guarded', { ...headers, cookie })
    expect((await ask(page)).status).toBe(200)
    storage.isDown = true
    for (const headers of [page, json]) {
      const answer = await ask(headers)
      expect([answer.status, answer.headers.get('location')]).toEqual([503, null])
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(await answer.text()).not.toContain('10.0.0.7')
    }
    // Somebody without a cookie is still sent to the sign-in page.
    const stranger = await get('/guarded', page)
    expect(stranger.headers.get('location')).toContain('/signin')
    storage.isDown = false
    expect((await ask(page)).status).toBe(200)
  })
}

function mountContract(visit: Open): void {
  test('serves the routes: pages, forms and what is not there', async () => {
    const { get, post, addresses, visitor } = await visit()
    const signInPage = await get('/api/auth/signin', page)
    expect(signInPage.status).toBe(200)
    expect(signInPage.headers.get('content-type')).toContain('text/html')
    expect(await signInPage.text()).toContain('<h1>')
    const response = await post('/api/auth/callback/credentials', {}, { name: 'ada' })
    expect(response.status).toBe(303)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const cookie = cookiesAfter(response)
    expect(await addresses(cookie)).toEqual([visitor])
    const session = await get('/api/auth/session', { ...json, cookie })
    expect(await session.json()).toMatchObject({ user: { name: 'Ada' }, role: 'member' })
    expect((await get('/api/auth/nothing', json)).status).toBe(404)
  })

  test('answers HEAD as GET, without a body and without signing in', async () => {
    const { send } = await visit()
    const head = await send('/api/auth/providers', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const acted = await send('/api/auth/callback/credentials', { method: 'HEAD' })
    expect(acted.headers.getSetCookie().join()).not.toContain('portico.session=')
  })

  test('lets a script of another origin post, if that may act', async () => {
    const [front, stranger] = ['https://www.app.test', 'https://stranger.test']
    const { send } = await visit(front)
    const ask = (origin: string) =>
      send('/api/auth/signout', {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      })
    expect(mayPost(await ask(front), front)).toBe(true)
    expect((await ask(stranger)).headers.has('access-control-allow-origin')).toBe(false)
  })
}
