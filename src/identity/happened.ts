import { emit } from '../callbacks.ts'
import type { Config } from '../config.ts'
import type { PartEvent } from '../types/config.ts'
import type { JsonValue } from '../types/models.ts'
import { record } from './audit.ts'

/** Something that happened to a user, by the name that a part gave it in its `events`. */
export interface Happening {
  readonly event: string
  readonly userId: string
  readonly detail?: Record<string, JsonValue>
}

/** Tells the application and the audit log what happened to a user. Neither stands in its way. */
export async function happened(
  { config, request }: { readonly config: Config; readonly request: Request },
  happening: Happening,
): Promise<void> {
  const { event, ...about } = happening
  const handler: unknown = Reflect.get(config.events, event)
  const tell = handler as ((message: PartEvent) => unknown) | undefined
  await emit(config, tell, { ...about, request })
  await record(config, request, { ...about, event })
}
