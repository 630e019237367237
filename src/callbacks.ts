import { reasonFor } from './services/causes.ts'
import type { Logger } from './types/config.ts'

/** Runs an event handler of the application. Its failure is logged and changes nothing else. */
export async function emit<Message>(
  { logger }: { logger: Logger },
  event: ((message: Message) => unknown) | undefined,
  message: Message,
): Promise<void> {
  try {
    await event?.(message)
  } catch (thrown) {
    const what = reasonFor(thrown) || 'it threw'
    logger.warn(`The event ${event?.name.replace(/^bound /, '') || 'handler'} failed: ${what}`)
  }
}
