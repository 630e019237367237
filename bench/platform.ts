// The loopback platform: the three addresses of OAuth 2, in a process of its own so that its work is not counted.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** How many people sign in, one after the other: those who come at once should not wait for each other's rows. */
export const people = 64

const tokens = Array.from({ length: people }, (_, person) =>
  JSON.stringify({
    access_token: `act.2f1c9e6b7a5d4c3b8e0f1a2d3c4b${1000 + person}`,
    token_type: 'bearer',
    expires_in: 86_400,
    scope: 'profile',
  }),
)
const profiles = Array.from({ length: people }, (_, person) =>
  JSON.stringify({
    sub: `24828976${1000 + person}`,
    name: 'Ada Lovelace',
    email: `ada${1000 + person}@platform.example`,
    email_verified: true,
    picture: `https://platform.example/people/24828976${1000 + person}/portrait.jpg`,
  }),
)

/** Starts the platform; returns its address and the way to end it. */
export async function startPlatform(): Promise<{ address: string; child: ChildProcess }> {
  const child = fork(new URL(import.meta.url))
  const [port] = await once(child, 'message')
  return { address: `http://127.0.0.1:${port}`, child }
}

/** What the token and the user info endpoint say: the code and the token end with who comes. */
const answers: Record<string, (request: IncomingMessage) => Promise<string | undefined>> = {
  '/token': async (request) => tokens[personIn(/code=[^&]*/.exec(await text(request))?.[0])],
  '/userinfo': async ({ headers }) => profiles[personIn(headers.authorization)],
}

/** Who comes; somebody who does not say is the first. */
function personIn(value = ''): number {
  return Number(/\d{4}$/.exec(value)?.[0] ?? 1000) - 1000
}

function serve(): void {
  let visits = 0
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://platform')
    if (pathname === '/authorize') {
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', `c0de-${1000 + (visits++ % people)}`)
      back.searchParams.set('state', searchParams.get('state') ?? '')
      response.writeHead(302, { location: back.href }).end()
      return
    }
    const answer = await answers[pathname]?.(request)
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(answer)
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.once('disconnect', () => process.exit())
}

if (import.meta.main) serve()
