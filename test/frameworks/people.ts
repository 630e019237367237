import { Auth, type AuthInstance } from '../../src/index.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import type { Session } from '../../src/types/models.ts'
import { secret } from '../setup.ts'

/** A session as the application of these stories has it. */
export type Member = Session & { role: 'member' }

/** An application whose people sign in by name, with a clock that can be moved. */
export interface People {
  auth: AuthInstance<Member, 'credentials'>
  /** The addresses from which the person of these cookies has signed in. */
  addresses(cookie: string): Promise<unknown[]>
  /** Moves the clock: after two days, every session is due for renewal. */
  later(days: number): void
  /** What the clock says. */
  now(): number
  /** The storage fails to say whose a session is while it is down. */
  storage: { isDown: boolean }
}

/** Sets the application up at an address; pages of the other origins may act. */
export function people(url: string, ...others: string[]): People {
  const state = { isDown: false }
  const whole = memory()
  const storage: typeof whole = {
    ...whole,
    getSessionAndUser(token) {
      if (state.isDown) throw new Error('connection refused by 10.0.0.7')
      return whole.getSessionAndUser(token)
    },
  }
  let now = Date.UTC(2030, 0, 1)
  const auth = Auth({
    url,
    secret,
    storage,
    trustedOrigins: others.map((origin) => ({ origin, act: true })),
    runtime: { now: () => now, env: { NODE_ENV: 'test' } },
    logger: { warn: () => {}, error: () => {} },
    parts: [SecondFactor()],
    callbacks: { session: ({ session }) => ({ ...session, role: 'member' as const }) },
    providers: [
      Credentials({
        credentials: { name: { label: 'Name' } },
        authorize: ({ name }) => (name === 'ada' ? { id: 'ada', name: 'Ada' } : null),
      }),
    ],
  })
  const later = (days: number) => {
    now += days * 86_400_000
  }
  const addresses = async (cookie: string) => {
    const session = await auth.session(new Headers({ cookie }))
    return (await storage.listSessions(session?.user.id ?? '')).map(({ ip }) => ip)
  }
  return { auth, addresses, later, now: () => now, storage: state }
}

/** What a browser asks before a script at another origin may post. */
export function preflight(path: string, from: string): Request {
  const headers = {
    origin: from,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  }
  return new Request(path, { method: 'OPTIONS', headers })
}

/** Whether a script at this origin may post after that answer, with the cookies of its visitor. */
export function mayPost({ ok, headers }: Response, from: string): boolean {
  return (
    ok &&
    headers.get('access-control-allow-origin') === from &&
    headers.get('access-control-allow-credentials') === 'true' &&
    headers.get('access-control-allow-methods')?.includes('POST') === true
  )
}

/** The cookies that a browser sends after a response: those it had, changed by what was set. */
export function cookiesAfter(response: Response, before = ''): string {
  const kept = new Map(before.split('; ').map((pair) => [pair.split('=')[0], pair]))
  for (const line of response.headers.getSetCookie()) {
    const pair = line.split(';')[0] ?? ''
    if (/max-age=0/i.test(line)) kept.delete(pair.split('=')[0])
    else kept.set(pair.split('=')[0], pair)
  }
  return [...kept.values()].filter(Boolean).join('; ')
}
