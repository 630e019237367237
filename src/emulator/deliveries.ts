import type { Delivery, Notice } from './records.ts'
import type { EmulatorContext, Platform } from './types.ts'

/** The time for which a platform keeps trying (TikTok: 72 hours). */
const retryMilliseconds = 72 * 3_600_000

/** Sends webhooks at least once, and retries with growing pauses until the application answers 200. */
export type Courier = {
  readonly notify: (platform: string, notice: Notice) => void
  /** Retries the deliveries that are due. */
  readonly retry: () => void
  /** Resolves when no delivery is under way. */
  readonly settled: () => Promise<void>
}

/** The courier of an emulator. */
export function createCourier(
  context: () => EmulatorContext,
  platforms: readonly Platform[],
): Courier {
  const underway = new Set<Promise<void>>()

  const attempt = (delivery: Delivery): void => {
    const work = send(context(), platforms, delivery).then((outcome) => keep(context(), outcome))
    underway.add(work)
    work.finally(() => underway.delete(work))
  }

  return {
    notify(platform, notice) {
      const { state, clock } = context()
      const id = (state.deliveries.at(-1)?.id ?? 0) + 1
      const now = clock.now()
      const happened: Notice = { ...notice, at: notice.at ?? now }
      const times = { first: now, due: now, attempts: 0, outcome: 'waiting' } as const
      const delivery: Delivery = { id, platform, notice: happened, ...times }
      state.deliveries.push(delivery)
      attempt(delivery)
    },
    retry() {
      const { state, clock } = context()
      const due = state.deliveries.filter(
        ({ outcome, attempts, due }) => outcome === 'waiting' && attempts > 0 && due <= clock.now(),
      )
      for (const delivery of due) attempt(delivery)
    },
    async settled() {
      while (underway.size > 0) await Promise.all(underway)
    },
  }
}

async function send(
  context: EmulatorContext,
  platforms: readonly Platform[],
  delivery: Delivery,
): Promise<Delivery> {
  const webhooks = platforms.find(({ id }) => id === delivery.platform)?.webhooks
  const request = await webhooks?.compose(context, delivery.notice)
  if (!request) return { ...delivery, outcome: 'unaddressed' }
  const attempts = delivery.attempts + 1
  const status = await context.fetch(request).then(
    (response) => response.status,
    () => 0,
  )
  if (status === 200) return { ...delivery, attempts, status, outcome: 'delivered' }
  const due = context.clock.now() + 2 ** attempts * 30_000
  const outcome = due - delivery.first > retryMilliseconds ? 'dropped' : 'waiting'
  return { ...delivery, attempts, status, due, outcome }
}

function keep({ state }: EmulatorContext, delivery: Delivery): void {
  const index = state.deliveries.findIndex(({ id }) => id === delivery.id)
  if (index >= 0) state.deliveries[index] = delivery
}
