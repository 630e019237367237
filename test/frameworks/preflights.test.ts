import { expect, test } from 'vitest'
import NextAuth from '../../src/authjs/next-auth.ts'
import { toNext } from '../../src/frameworks/next.ts'
import { toReactRouter } from '../../src/frameworks/react-router.ts'
import { type SolidStartEvent, toSolidStart } from '../../src/frameworks/solid-start.ts'
import { toTanStackStart } from '../../src/frameworks/tanstack-start.ts'
import Credentials from '../../src/providers/credentials.ts'
import { origin, secret } from '../setup.ts'
import { mayPost, people, preflight } from './people.ts'

const frontEnd = 'https://www.app.test'

type Application = ReturnType<typeof people>['auth']

/** What answers a preflight in frameworks that hand each method to a function of its own. */
const answers: Record<string, (auth: Application, request: Request) => Promise<Response>> = {
  next: (auth, request) => toNext(auth).OPTIONS(request),
  'solid-start': (auth, plain) => {
    const request = Object.assign(plain, { ip: '203.0.113.7' })
    const event: SolidStartEvent = { request, response: { headers: new Headers() }, locals: {} }
    return toSolidStart(auth, () => event).OPTIONS(event)
  },
  'tanstack-start': (auth, request) =>
    toTanStackStart(auth, {
      redirect: () => Object.assign(new Response(), { options: {} }),
      getRequest: () => request,
      getRequestIP: () => undefined,
      appendResponseHeader: () => {},
      setResponseHeader: () => {},
    }).handlers.OPTIONS(),
  // React Router has the loader answer.
  'react-router': (auth, request) =>
    toReactRouter(auth).loader({ request, url: new URL(request.url), context: new Map() }),
  'next-auth': (_, request) =>
    NextAuth({
      secret,
      url: origin,
      env: { NODE_ENV: 'test' },
      trustedOrigins: [{ origin: frontEnd, act: true }],
      providers: [Credentials({ credentials: {}, authorize: () => null })],
    }).handlers.OPTIONS(request),
}

test.each(Object.entries(answers))(
  '%s lets a script of another origin post, if that may act',
  async (_, answer) => {
    const { auth } = people(origin, frontEnd)
    const asked = `${origin}/api/auth/signout`
    expect(mayPost(await answer(auth, preflight(asked, frontEnd)), frontEnd)).toBe(true)
    const stranger = 'https://stranger.test'
    const refused = await answer(auth, preflight(asked, stranger))
    expect(refused.headers.has('access-control-allow-origin')).toBe(false)
  },
)
