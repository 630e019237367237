import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type BuildOptions, build } from 'esbuild'
import { toNode } from '../../src/frameworks/node.ts'
import { Auth, type AuthConfig, type AuthInstance } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { secret } from '../setup.ts'

/** Files that a page loads, by path. */
export type Files = Map<string, string>

/** Bundles a page's script as an application would, with what is loaded later in files of its own. */
export async function bundle(contents: string, options: BuildOptions = {}): Promise<Files> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'tsx' },
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: '/',
    entryNames: 'page',
    define: { 'process.env.NODE_ENV': '"development"' },
    ...options,
    write: false,
  })
  return new Map(outputFiles.map(({ path, text }) => [path, text]))
}

/** An application that is served to real browsers, and that counts who asks for the session. */
export interface Place {
  origin: string
  auth: AuthInstance
  /** What was asked below the base path, such as `GET session`. */
  asked: string[]
  /** Answers instead of the application, as a proxy or a tired server does. */
  fault: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  close(): Promise<void>
}

/** How many asked who is signed in. */
export function questions({ asked }: Place): number {
  return asked.filter((what) => what === 'GET session').length
}

const people = { ada: 'lovelace', grace: 'hopper' }

/** Serves an application on a free port of this machine. `page` makes the document of a path. */
export async function serve(
  page: (request: IncomingMessage, place: Place) => Promise<string> | string,
  files: Files,
  config: Partial<AuthConfig> = {},
  host = 'localhost',
): Promise<Place> {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://${host}:${typeof address === 'object' && address ? address.port : 0}`
  const auth = Auth({
    secret,
    url: origin,
    providers: [
      Credentials({ credentials: fields, authorize: ({ name, password }) => who(name, password) }),
    ],
    logger: { warn: () => {}, error: () => {} },
    ...config,
    runtime: { env: { NODE_ENV: 'test' }, ...config.runtime },
  })
  const place: Place = { origin, auth, asked: [], fault: undefined, close: () => stop(server) }
  const routes = toNode(auth)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '/' } = request
    const [, path] = /^\/api\/auth\/([^?]*)/.exec(url) ?? []
    if (path !== undefined) {
      place.asked.push(`${method} ${path}`)
      if (!place.fault?.(request, response)) routes(request, response)
      return
    }
    const file = files.get(url)
    response.setHeader(
      'content-type',
      `${file === undefined ? 'text/html' : 'text/javascript'}; charset=utf-8`,
    )
    response.end(
      file ?? `<!doctype html><title>The application</title>${await page(request, place)}`,
    )
  }

  return place
}

const fields = { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } }

function who(name: unknown, password: unknown): { id: string; name: string } | null {
  const known = Object.entries(people).find((pair) => pair[0] === name && pair[1] === password)
  return known ? { id: known[0], name: known[0] } : null
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
