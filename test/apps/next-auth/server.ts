import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { build } from 'esbuild'

/** Answers what is below `/api/auth`. */
export type Routes = (req: IncomingMessage, res: ServerResponse) => unknown

/** A page with one of the clients, and a server whose library can be exchanged while browsers look at it. */
export interface Place {
  origin: string
  use(routes: Routes): void
  /** Gives the page another client when it is loaded again. */
  show(client: string): Promise<void>
  close(): Promise<unknown>
}

/** The script of the page, with a client. */
async function bundle(client: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page/page.tsx')],
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    alias: {
      'the-client': client,
      // One copy of React, wherever the client lies.
      react: join(import.meta.dirname, '../../../node_modules/react'),
    },
    define: { 'process.env.NODE_ENV': '"development"', 'process.env': '{}' },
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

/** Serves the page with a client. */
export async function serve(client: string): Promise<Place> {
  let script = await bundle(client)
  let routes: Routes = (_, res) => res.end()
  const server: Server = createServer((req, res) => {
    if (req.url?.startsWith('/api/auth')) return void routes(req, res)
    const isScript = req.url === '/page.js'
    res.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    res.end(
      isScript ? script : '<div id="root"></div><script type="module" src="/page.js"></script>',
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    origin: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    use(next) {
      routes = next
    },
    async show(other) {
      script = await bundle(other)
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** What Next makes of a request for an API route, as far as version 4 reads it. */
export function asApiRoute(handler: (req: object, res: object) => unknown): Routes {
  return async (req, res) => {
    const url = new URL(req.url ?? '', 'http://localhost')
    const nextauth = url.pathname.split('/').slice(3)
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const isJson = req.headers['content-type']?.includes('json')
    const body = isJson && text ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
    const pairs = (req.headers.cookie ?? '').split('; ').map((pair) => pair.split('='))
    const cookies = Object.fromEntries(
      pairs.map(([name, value = '']) => [name, decodeURIComponent(value)]),
    )
    const query = { ...Object.fromEntries(url.searchParams), nextauth }
    const response = Object.assign(res, {
      status(code: number) {
        res.statusCode = code
        return res
      },
      json(value: unknown) {
        res.setHeader('content-type', 'application/json')
        res.end(JSON.stringify(value))
      },
      send(value: unknown) {
        if (typeof value === 'string') res.end(value)
        else res.end(JSON.stringify(value))
      },
    })
    await handler({ method: req.method, headers: req.headers, query, body, cookies }, response)
  }
}
