import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import type Provider from 'oidc-provider'
import { toExpress } from '../../src/frameworks/express.ts'
import type { AuthInstance } from '../../src/index.ts'
import { isJwtError, jwtVerifier, type VerifiedClaims } from '../../src/jwt.ts'
import { question } from './consent.ts'

/** An application with its authorization server and its MCP server. */
export interface McpApplication {
  readonly auth: AuthInstance
  readonly issuer: Provider
  /** The address of the application. */
  readonly url: string
  readonly scopes: readonly string[]
}

/** Portico below /api/auth, the authorization server below /oauth, the MCP server at /mcp. */
export function createApp({ auth, issuer, url, scopes }: McpApplication): Express {
  const app = express()
  const resource = `${url}/mcp`
  const { handler } = toExpress(auth)
  const jwt = jwtVerifier({ issuer: url, audience: resource, jwksUri: `${url}/oauth/jwks` })

  // The server's cookie says which question this browser was asked; without it there is none.
  app.use('/api/auth/consent', (req, res, next) => {
    // The server looks for its cookie at the address that the browser sees.
    issuer.interactionDetails(req, res).then(
      (asked) => question.run(asked, next),
      () => next(),
    )
  })
  app.use('/api/auth', handler)

  // RFC 9728: clients learn here which server issues tokens for /mcp.
  const metadata = `${url}/.well-known/oauth-protected-resource/mcp`
  app.get('/.well-known/oauth-protected-resource/mcp', (_req, res) => {
    res.json({ resource, authorization_servers: [url], scopes_supported: scopes })
  })

  app.use('/mcp', express.json(), async (req, res, next) => {
    try {
      res.locals.claims = await jwt.read(req)
      next()
    } catch (thrown) {
      if (!isJwtError(thrown)) return next(thrown)
      res.set('WWW-Authenticate', `Bearer resource_metadata="${metadata}"`)
      res.status(thrown.status).json({ error: 'invalid_token' })
    }
  })
  app.post('/mcp', (req, res, next) => answer(req, res).catch((thrown) => next(thrown)))

  app.use(issuer.callback())
  app.use((_error: unknown, _req: Request, res: Response, _next: NextFunction) => {
    res.status(500).end()
  })
  return app
}

/** One request to the MCP server, for the person whom the token is about. */
async function answer(req: Request, res: Response): Promise<void> {
  const claims = res.locals.claims as VerifiedClaims
  const server = new McpServer({ name: 'acme', version: '1.0.0' })
  server.registerTool('whoami', { description: 'Says for whom the program acts' }, () => ({
    content: [{ type: 'text', text: claims.sub }],
  }))
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  res.on('close', () => void transport.close())
  await server.connect(transport as Parameters<McpServer['connect']>[0])
  await transport.handleRequest(req, res, req.body)
}
