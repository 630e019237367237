import type { WebhookDelivery, WebhookEvent } from '../types/dialect.ts'
import type { Awaitable } from '../types/models.ts'

/** Judges a webhook: the event, or undefined when the signature, age or addressee is wrong. */
export type JudgeWebhook = (delivery: WebhookDelivery) => Awaitable<WebhookEvent | undefined>
