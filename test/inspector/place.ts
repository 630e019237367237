import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Emulator,
  emulator,
  google,
  type OAuth2App,
  tiktok,
} from '../../src/emulator/index.ts'
import { toNode } from '../../src/frameworks/node.ts'
import { Auth, type AuthConfig, type AuthInstance } from '../../src/index.ts'
import Email from '../../src/providers/email.ts'
import Google from '../../src/providers/google.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { secret } from '../setup.ts'
import { toldAddress } from './key.ts'

/** An application on a port of this machine while it is developed, and the practice platforms on another. */
export interface Place {
  readonly auth: AuthInstance
  readonly emulator: Emulator
  /** Where the application is. */
  readonly url: string
  /** Where its log says that the inspector is. */
  readonly inspector: string
  close(): Promise<void>
}

const keys = {
  tiktok: {
    clientId: 'sbawpractice000001',
    clientSecret: 'practice-secret-of-the-sandbox-01',
  },
  google: { clientId: 'google-client', clientSecret: 'a-secret-that-google-gave-us-000001' },
}

/** Starts both. `registered` is the path that Google may send people back to. */
export async function startPlace(
  config: Partial<AuthConfig> = {},
  registered = '/api/auth/callback/google',
): Promise<Place> {
  let handle: (request: Request) => Promise<Response> = async () => new Response(null)
  const server = createServer(toNode({ handler: (request) => handle(request) }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://localhost:${port}`
  const app: OAuth2App = {
    client_id: keys.google.clientId,
    client_secret: keys.google.clientSecret,
    redirect_uris: [url + registered],
  }
  const world = await emulator({
    platforms: [tiktok(), google({ apps: [app] })],
    now: Date.now(),
  })
  const listening = await world.listen()
  const said: string[] = []
  const auth = Auth({
    providers: [
      TikTok({ ...keys.tiktok, fields: ['follower_count', 'bio_description'] }),
      Google(keys.google),
      Email({ from: 'hello@app.test' }),
    ],
    secret,
    storage: memory(),
    logger: { warn: (line) => void said.push(line), error() {} },
    ...config,
    runtime: {
      emulator: listening.url,
      now: world.clock.now,
      env: { NODE_ENV: 'development' },
      ...config.runtime,
    },
  })
  handle = async (request) => {
    const { pathname } = new URL(request.url)
    return pathname.startsWith('/api/auth/') ? auth.handler(request) : home()
  }
  await fetch(`${url}/api/auth/session`)
  return {
    auth,
    emulator: world,
    url,
    inspector: toldAddress(said),
    async close() {
      await listening.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function home(): Response {
  const page = '<!doctype html><html lang="en"><title>Home</title><h1>Home</h1></html>'
  return new Response(page, { headers: { 'content-type': 'text/html' } })
}
