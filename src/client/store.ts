import { createSessionQuery, type SessionListener, type SessionState } from './session-query.ts'

/** The page's knowledge of its visitor, kept up to date. */
export interface Store<S> {
  get(): SessionState<S>
  subscribe(listener: SessionListener<S>): () => void
  refresh(): Promise<SessionState<S>>
  hydrate(session: S | null): void
  /** Takes what an action of this page led to, and tells the other tabs. */
  change(session: S | null): void
  /** Asks whenever the person comes back to the tab. */
  refreshOnFocus: boolean
}

const isPage = typeof document === 'object'
const stores = new Map<string, Store<unknown>>()

/** The one store of a page for these routes. On a server every call makes a new one, because it belongs to one visitor. */
export function openStore<S>(base: string, staleTime: number): Store<S> {
  const store = stores.get(base) ?? createStore(base, staleTime)
  if (isPage) stores.set(base, store)
  // Whoever names the same routes means the same sessions.
  return store as Store<S>
}

/** Asks, tells other tabs what it learned, and asks again when the person comes back to this tab, or the network does. */
function createStore<S>(base: string, staleTime: number): Store<S> {
  const url = `${base}/session`
  const channel = openChannel(url)
  let hydrated: string | undefined
  const tell = () => question.known && channel?.postMessage(question.known)
  const get = () => question.state
  const ask = () => question.ask().then(tell).then(get)
  const question = createSessionQuery<S>(url, staleTime, ask)
  const { listeners } = question
  const refresh = async () => {
    // An answer that is on its way may be older than what the caller has done.
    await question.pending
    return ask()
  }
  const change = (session: S | null) => {
    question.answer(session)
    tell()
  }
  const heard = async ({ data }: Event & { data?: unknown }) => {
    // An answer that is on its way may be older than the change.
    await question.pending
    // What comes of it is not told on: tabs whose sessions always differ a little would never come to an end.
    if (data !== question.known) question.ask()
  }
  const wake = ({ type }: Event) => {
    const isTooEarly = question.state.error?.retryAfter && Date.now() < question.due
    if (document.hidden || isTooEarly) return
    if (store.refreshOnFocus || type === 'online') ask()
  }
  const listen = (act: 'addEventListener' | 'removeEventListener') => {
    channel?.[act]('message', heard)
    window[act]('visibilitychange', wake)
    window[act]('online', wake)
  }
  const hydrate = (session: S | null) => {
    const text = JSON.stringify(session)
    // A part of the page that is shown later brings what was true when the page was made. Frameworks may keep a `Date`, JSON does not.
    if (text !== hydrated) change(JSON.parse(text))
    hydrated = text
  }
  const subscribe = (listener: SessionListener<S>) => {
    // The same function may listen twice. What one throws is a rejection of its own, which a page survives: the others still hear.
    const own: SessionListener<S> = isPage ? async (state) => listener(state) : listener
    if (isPage && !listeners.size) listen('addEventListener')
    if (isPage && Date.now() >= question.due) ask()
    listeners.add(own)
    own(question.state)
    return () => {
      if (listeners.delete(own) && !listeners.size && isPage) listen('removeEventListener')
    }
  }
  const store: Store<S> = { get, subscribe, refresh, hydrate, change, refreshOnFocus: true }
  return store
}

type Channel = BroadcastChannel & { unref?(): void }

/** The way to the other tabs that ask the same address; none on a server. */
function openChannel(name: string): Channel | undefined {
  let channel: Channel | undefined
  try {
    if (isPage) channel = new BroadcastChannel(name)
  } catch {
    // Firefox refuses it where cookies are blocked, and the page lives on without.
  }
  // A component test gives Node a document; nothing waits there for other tabs.
  channel?.unref?.()
  return channel
}
