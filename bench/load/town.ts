import { Auth, type AuthInstance, type Storage } from '../../dist/index.js'
import { origin, secret } from '../contestant.ts'
import { formPost } from '../web.ts'
import { keyOf, known } from './fill.ts'

/** An application whose storage already has so many users, each with an account and a session. */
export interface Town {
  users: number
  /** Reads the session of somebody who is signed in. */
  read(): Promise<void>
  /** Signs in somebody who has been here before: start, callback, and what the database has to do for it. */
  signIn(): Promise<void>
  close(): Promise<void>
}

/** Opens an application on a storage that is filled, and signs in the first person: what is removed now and then is removed with that. */
export async function openTown(storage: Storage, users: number): Promise<Town> {
  const auth = Auth({
    providers: [platform],
    storage,
    url: origin,
    secret,
    runtime: { env: {}, fetch: answer },
  })
  const work: Promise<unknown>[] = []
  await signIn(auth, 1, (more) => work.push(more))
  await Promise.all(work)
  return {
    users,
    async read() {
      const cookie = `__Host-portico.session=${keyOf(pick(Math.min(known, users)))}`
      const session = await auth.session(new Request(origin, { headers: { cookie } }))
      if (!session) throw new Error('Somebody is not signed in')
    },
    signIn: () => signIn(auth, pick(users)),
    close: async () => storage.close?.(),
  }
}

const platform = {
  id: 'platform',
  name: 'Platform',
  type: 'oauth',
  clientId: 'client',
  clientSecret: 'client-secret',
  authorization: 'https://platform.example/authorize?scope=profile',
  token: 'https://platform.example/token',
  userinfo: 'https://platform.example/userinfo',
} as const

/** A platform without a network: its code and its token say who comes. */
async function answer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  if (String(input).endsWith('/token')) {
    const code = new URLSearchParams(String(init?.body)).get('code')
    return Response.json({ access_token: code, token_type: 'bearer', expires_in: 3600 })
  }
  const token = new Headers(init?.headers).get('authorization')?.split(' ')[1]
  return Response.json({ sub: token, name: `Person ${token}`, email: `${token}@people.example` })
}

async function signIn(
  auth: AuthInstance,
  person: number,
  waitUntil?: (work: Promise<unknown>) => void,
): Promise<void> {
  const started = await auth.handler(formPost('/api/auth/signin/platform'))
  const state = new URL(started.headers.get('location') ?? '').searchParams.get('state')
  const [flow = ''] = started.headers.getSetCookie()
  const url = `${origin}/api/auth/callback/platform?code=${person}&state=${state}`
  const headers = { cookie: flow.slice(0, flow.indexOf(';')) }
  const { status, headers: sent } = await auth.handler(new Request(url, { headers }), {
    waitUntil,
  })
  if (status !== 303 || sent.get('location') !== `${origin}/`) {
    throw new Error(`The sign-in of ${person} ended at ${sent.get('location')}`)
  }
}

function pick(count: number): number {
  return 1 + Math.floor(Math.random() * count)
}
