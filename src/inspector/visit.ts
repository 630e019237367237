import { AsyncLocalStorage } from 'node:async_hooks'
import type { Engine } from '../engine.ts'
import { urlPath } from '../http/path.ts'
import type { Entry, FlowRecord } from './flow-record.ts'
import { type ReadBody, readBody } from './messages.ts'

/** One request of a browser that belongs to a sign-in. */
export interface Visit {
  readonly route: 'signin' | 'callback' | 'step'
  /** The provider's id; for a step, the part that asks for it. */
  readonly provider: string
  readonly request: Request
  readonly url: URL
  readonly body: ReadBody
  readonly flow: FlowRecord
  /** The browser's next steps, after the answer. */
  readonly afterwards: Entry[]
  /** True once a mail is sent: requests from then on may contain its link and its code. */
  mailed?: boolean
}

/** The visit that the running code works for; null during a request that is no step of a sign-in. */
export const currentVisit: AsyncLocalStorage<Visit | null> = new AsyncLocalStorage()

/** The largest form that is read. Those of a sign-in are smaller. */
const maxFormBytes = 100_000

/** The path that a request asks for below the base path: its first part, and the rest. */
export function pathParts({ config }: Engine, request: Request): readonly [string, string] {
  const { basePath, mount } = config
  const path = urlPath(request.url)
  const whole = path.startsWith(`${basePath}/`) ? path : mount + path
  if (!whole.startsWith(`${basePath}/`)) return ['', '']
  const [name = '', ...rest] = whole
    .slice(basePath.length + 1)
    .replace(/\/$/, '')
    .split('/')
  return [name, rest.join('/')]
}

/** The sign-in step that a request is, and the provider that it names. */
export function signInStep(
  engine: Engine,
  request: Request,
): Pick<Visit, 'route' | 'provider'> | undefined {
  const [route, provider] = pathParts(engine, request)
  const asking = engine.config.parts.find(
    ({ steps, paths = {} }) => steps && Object.hasOwn(paths, route),
  )
  if (asking) return { route: 'step', provider: asking.name }
  if (!engine.config.providers.has(provider)) return undefined
  if (route === 'signin' && request.method === 'POST') return { route, provider }
  return route === 'callback' && request.method !== 'HEAD' ? { route, provider } : undefined
}

/** The fields of a form; the request itself stays unread. */
export async function formIn(request: Request): Promise<ReadBody> {
  const size = Number(request.headers.get('content-length') ?? 0)
  if (request.method !== 'POST' || size > maxFormBytes || request.bodyUsed) return undefined
  try {
    const type = request.headers.get('content-type') ?? ''
    return readBody(type, await request.clone().text())
  } catch {
    return undefined
  }
}
