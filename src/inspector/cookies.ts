import { publicOrigin } from '../http/origin.ts'
import type { FlowRecord, Lifetime } from './flow-record.ts'
import type { Recording } from './recorder-parts.ts'
import type { Visit } from './visit.ts'

/** Records the cookies that an answer sets, and their lifetimes. */
export function recordCookies({ engine }: Recording, flow: FlowRecord, headers: Headers): void {
  const now = engine.services.now()
  const set = headers.getSetCookie().map((line) => lifetime(line, now))
  const names = new Set(set.map(({ name }) => name))
  flow.lifetimes = [...flow.lifetimes.filter(({ name }) => !names.has(name)), ...set]
}

function lifetime(line: string, now: number): Lifetime {
  const [pair = ''] = line.split(';', 1)
  const [name = ''] = pair.split('=', 1)
  const seconds = /;\s*max-age=(-?\d+)/i.exec(line)?.[1]
  const bytes = pair.length - name.length - 1
  return {
    name,
    kind: 'cookie',
    bytes,
    ...(bytes === 0 && { removed: true }),
    ...(bytes > 0 && seconds !== undefined && { expires: now + Number(seconds) * 1000 }),
  }
}

/** Records the new session, before the application's `session` callback changes it. */
export async function recordSession(
  { engine, masker }: Recording,
  { flow, request }: Visit,
  headers: Headers,
): Promise<void> {
  const pairs = headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '')
  const cookie = pairs.join('; ')
  const secure = publicOrigin(engine.config, request).startsWith('https:')
  const current = await engine.sessions.read(cookie, secure)
  if (current) flow.person = { ...flow.person, session: masker.object(current.session) }
}
