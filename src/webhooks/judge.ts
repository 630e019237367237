import type { WebhookDelivery, WebhookEvent } from '../types/dialect.ts'
import type { Awaitable } from '../types/models.ts'

/** Verifies a webhook: returns its event, or undefined if its signature, age or recipient is wrong. */
export type JudgeWebhook = (delivery: WebhookDelivery) => Awaitable<WebhookEvent | undefined>
