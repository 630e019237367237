// One server of the application, in a process of its own. Started by fleet.ts.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { AuthError } from '../../src/errors.ts'
import { toNode } from '../../src/frameworks/node.ts'
import { application, type ServerSettings } from './application.ts'

/** What a worker says to whoever started it. */
export type Said = { port: number } | { logged: string }

const settings: ServerSettings = JSON.parse(process.argv[2] ?? '{}')
const say = (said: Said) => void process.send?.(said)
const auth = application(settings, (text) => say({ logged: text }))
const routes = toNode(auth)

/** The application's own code asks for the tokens of whoever is signed in: `/token/idp`, `/revoke/idp`. */
const tokens: Readonly<Record<string, (request: IncomingMessage, id: string) => Promise<unknown>>> =
  { token: auth.accessToken, revoke: auth.accounts.revoke }

async function aboutTokens(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, action = '', provider = ''] = request.url?.split('/') ?? []
  response.setHeader('content-type', 'application/json')
  try {
    const token = await tokens[action]?.(request, provider)
    response.end(JSON.stringify({ token }))
  } catch (thrown) {
    const { code, status, message } =
      thrown instanceof AuthError ? thrown : { code: 'Internal', status: 500, message: thrown }
    response.writeHead(status).end(JSON.stringify({ error: code, message: String(message) }))
  }
}

const server = createServer((request, response) => {
  if (request.url?.startsWith('/api/auth/')) routes(request, response)
  else void aboutTokens(request, response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  say({ port: typeof address === 'object' && address ? address.port : 0 })
})
process.on('disconnect', () => process.exit(0))
