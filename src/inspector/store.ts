import type { FlowRecord, MailRecord } from './flow-record.ts'

/** The memory of this process: the last flows and mails, and the number of changes. */
export interface Store {
  /** Newest first. */
  flows(): readonly FlowRecord[]
  find(id: string): FlowRecord | undefined
  add(flow: FlowRecord): FlowRecord
  mails(): readonly MailRecord[]
  addMail(mail: Omit<MailRecord, 'id'>): void
  /** Counts a change, and resolves all that wait for one. */
  changed(): void
  readonly version: number
  /** Resolves with the version: at once if it is not `since`, or else at the next change or after a while. */
  untilChanged(since: number, signal: AbortSignal): Promise<number>
}

const maxFlows = 50
const maxMails = 30

/** Proxies and browsers may time out an answer that takes longer. */
const longestWaitMs = 25_000

/** An empty store. */
export function createStore(): Store {
  const flows: FlowRecord[] = []
  const mails: MailRecord[] = []
  const waiting = new Set<() => void>()
  let version = 1
  const changed = () => {
    version++
    for (const wake of waiting) wake()
  }
  return {
    flows: () => flows,
    find: (id) => flows.find((flow) => flow.id === id),
    add(flow) {
      flows.unshift(flow)
      flows.splice(maxFlows)
      return flow
    },
    mails: () => mails,
    addMail(mail) {
      mails.unshift({ ...mail, id: (mails[0]?.id ?? 0) + 1 })
      mails.splice(maxMails)
    },
    changed,
    get version() {
      return version
    },
    untilChanged: (since, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve(version)
        }
        const timer = setTimeout(wake, longestWaitMs)
        waiting.add(wake)
        signal.addEventListener('abort', wake, { once: true })
        if (version !== since || signal.aborted) wake()
      }),
  }
}
