import type { App } from '../app.ts'
import { emit } from '../callbacks.ts'
import { publicOrigin } from '../http/origin.ts'
import { type RequestSource, toRequest } from '../http/request-source.ts'
import type { Told } from '../types/happening.ts'
import type { Who } from '../types/who.ts'
import { record } from './audit.ts'
import { sourceIn } from './require-user.ts'
import { tellParts } from './tell-parts.ts'

/** Tells what happened at somebody's request, or because the application named the user by id. */
export function tellOf(
  { config, services }: App,
  who: Who,
  happening: Told,
  more?: object,
): Promise<void> {
  return happened({ config, services, request: sourceIn(who) }, happening, more)
}

/** Tells the application and the audit log what happened to a user. Neither stands in its way. */
export async function happened(
  app: App & { readonly request?: RequestSource | undefined },
  { event, before, ...about }: Told,
  more?: object,
): Promise<void> {
  const { config, services, request } = app
  const handler: unknown = Reflect.get(config.events, event)
  if (handler) {
    const seen = request && { request: toRequest(request, publicOrigin(config, request)) }
    await emit(services, handler as (message: object) => unknown, { ...about, ...more, ...seen })
  }
  await record(app, request, { ...about, event })
  await tellParts(app, request, { ...about, ...(before && { before }), event })
}
