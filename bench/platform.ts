// The loopback platform: the three addresses of OAuth 2, in a process of its own so that its work is not counted.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const person = {
  sub: '248289761001',
  name: 'Ada Lovelace',
  email: 'ada@platform.example',
  email_verified: true,
  picture: 'https://platform.example/people/248289761001/portrait.jpg',
}

const answers: Record<string, string> = {
  '/token': JSON.stringify({
    access_token: 'act.2f1c9e6b7a5d4c3b8e0f1a2d3c4b5a69',
    token_type: 'bearer',
    expires_in: 86_400,
    scope: 'profile',
  }),
  '/userinfo': JSON.stringify(person),
}

/** Starts the platform; returns its address and the way to end it. */
export async function startPlatform(): Promise<{ address: string; child: ChildProcess }> {
  const child = fork(new URL(import.meta.url))
  const [port] = await once(child, 'message')
  return { address: `http://127.0.0.1:${port}`, child }
}

function serve(): void {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://platform')
    request.resume()
    if (pathname === '/authorize') {
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', 'c0de-3f2a1b')
      back.searchParams.set('state', searchParams.get('state') ?? '')
      response.writeHead(302, { location: back.href }).end()
      return
    }
    const answer = answers[pathname]
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(answer)
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.once('disconnect', () => process.exit())
}

if (import.meta.main) serve()
