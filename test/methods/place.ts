import { once } from 'node:events'
import { createServer } from 'node:http'
import { toNode } from '../../src/frameworks/node.ts'
import { Auth, type AuthConfig, type AuthInstance, type PasskeyCalls } from '../../src/index.ts'
import { secret } from '../setup.ts'

/** An application that is served to real browsers. */
export interface Place {
  /** `http://localhost:PORT`: the one plain address where browsers have passkeys. */
  origin: string
  auth: AuthInstance & Partial<PasskeyCalls>
  warnings: string[]
  close(): Promise<void>
}

/** Serves an application on a free port of this machine. */
export async function serve(config: AuthConfig): Promise<Place> {
  const warnings: string[] = []
  let auth: Place['auth'] | undefined
  const server = createServer((request, response) => {
    if (auth && request.url?.startsWith('/api/auth')) return toNode(auth)(request, response)
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>The application</title>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
  auth = Auth({
    secret,
    url: origin,
    logger: {
      warn: (message) => void warnings.push(message),
      error: (error) => void warnings.push(`${error.code}: ${error.message} ${error.cause}`),
    },
    ...config,
    runtime: { env: { NODE_ENV: 'test' }, ...config.runtime },
  })
  return {
    origin,
    auth,
    warnings,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
