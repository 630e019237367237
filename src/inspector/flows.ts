import { createContext } from '../context.ts'
import type { Engine } from '../engine.ts'
import { isOAuth } from '../methods/oauth/resolved.ts'
import { pendingSignIn } from '../methods/pending-sign-in.ts'
import type { FlowRecord } from './flow-record.ts'
import { mark } from './mask.ts'
import { bodyValues } from './messages.ts'
import type { Recording } from './recorder-parts.ts'
import type { Store } from './store.ts'
import type { Visit } from './visit.ts'

/** The public part of a flow's id, which its cookie's name contains too. */
export function publicFlowId(id: string): string {
  return id.slice(0, 16)
}

/** A new record of a sign-in with this provider. */
export function createFlow(
  { config, services }: Engine,
  id: string,
  providerId: string,
): FlowRecord {
  const provider = config.providers.get(providerId)
  const oauth = provider && isOAuth(provider) ? provider : undefined
  const { name = providerId, type = 'unknown' } = provider ?? {}
  return {
    id,
    provider: { id: providerId, name, type },
    startedAt: services.now(),
    promised: {
      checks: oauth?.checks ?? [],
      ...(oauth?.issuer && { issuer: oauth.issuer }),
      ...(oauth && { clientId: oauth.clientId }),
    },
    entries: [],
    facts: {},
    lifetimes: [],
    outcome: 'under way',
  }
}

/** The sign-in that a callback continues, found by `state`, by the parameter `flow`, or by the newest known flow cookie. */
export function continuedFlow(
  store: Store,
  { url, body, provider, request }: Omit<Visit, 'flow' | 'afterwards'>,
): FlowRecord | undefined {
  const form = bodyValues(body)
  const named = [url.searchParams.get('state'), form.state, url.searchParams.get('flow'), form.flow]
  const cookies = (request.headers.get('cookie') ?? '').matchAll(/\.flow\.([\w-]{16})(?=[.=])/g)
  const ids = [
    ...named.flatMap((id) => (id ? publicFlowId(id) : [])),
    ...[...cookies]
      .map(([, id = '']) => id)
      .sort()
      .reverse(),
  ]
  const known = ids.flatMap((id) => store.find(id) ?? [])
  return known.find((flow) => flow.provider.id === provider)
}

/** The sign-in that waits for a step in this browser, if its start was recorded. */
export async function waitingFlow(
  { engine, store }: Recording,
  { request }: Pick<Visit, 'request'>,
): Promise<FlowRecord | undefined> {
  const pending = await pendingSignIn(
    createContext(engine, request, { readSession: async () => null }),
  )
  return pending && store.flows().find(({ facts }) => facts.waiting === mark(pending.id))
}
