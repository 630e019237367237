import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** What a token was earned for, as Cloudflare answers it. */
export interface Earned {
  hostname?: unknown
  action?: unknown
  challenge_ts?: unknown
}

/** A siteverify of this machine: it knows tokens, each of them once, and one secret. */
export interface LocalSiteverify {
  /** The questions that came. */
  readonly asked: Record<string, unknown>[]
  /** Reaches it at Cloudflare's address, and nothing else. */
  readonly fetch: typeof fetch
  /** Lets somebody earn a token. */
  earn(token: string, earned: Earned): string
  /** Answers the next questions in another way, one each. */
  next(...answers: ((response: ServerResponse) => unknown)[]): void
  close(): Promise<void>
}

export const secretKey = '0x4AAAAAAA-secret-of-the-widget'

/** Starts it on a free port. */
export async function localSiteverify(): Promise<LocalSiteverify> {
  const asked: LocalSiteverify['asked'] = []
  const tokens = new Map<unknown, Earned>()
  const odd: ((response: ServerResponse) => unknown)[] = []
  const server = createServer(async (request, response) => {
    const question = JSON.parse(await textOf(request))
    asked.push(question)
    const another = odd.shift()
    if (another) return another(response)
    const earned = tokens.get(question.response)
    tokens.delete(question.response)
    response.setHeader('content-type', 'application/json')
    if (question.secret !== secretKey) return refuse(response, 'invalid-input-secret')
    if (!earned) return refuse(response, 'timeout-or-duplicate')
    response.end(JSON.stringify({ success: true, 'error-codes': [], ...earned }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    asked,
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      if (url.href !== 'https://challenges.cloudflare.com/turnstile/v0/siteverify')
        throw new TypeError(`no such address: ${url.href}`)
      return fetch(`http://127.0.0.1:${port}/`, init)
    },
    earn(token, earned) {
      tokens.set(token, earned)
      return token
    },
    next: (...answers) => void odd.push(...answers),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function refuse(response: ServerResponse, code: string): void {
  response.end(JSON.stringify({ success: false, 'error-codes': [code] }))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
