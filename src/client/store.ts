import { createSessionQuery, type SessionListener, type SessionState } from './session-query.ts'

/** The session of a page's visitor, kept up to date. */
export interface Store<S> {
  get(): SessionState<S>
  subscribe(listener: SessionListener<S>): () => void
  refresh(): Promise<SessionState<S>>
  hydrate(session: S | null): void
  /** Sets the session after an action of this page, and tells the other tabs. */
  change(session: S | null): void
  /** True: asks the server when the tab gets the focus. */
  refreshOnFocus: boolean
}

const isPage = typeof document === 'object'
const stores = new Map<string, Store<unknown>>()

/** The page's one store for these routes. On a server, every call makes a new one, because it belongs to one visitor. */
export function openStore<S>(base: string, staleTime: number): Store<S> {
  const store = stores.get(base) ?? createStore(base, staleTime)
  if (isPage) stores.set(base, store)
  // The same routes have the same type of session.
  return store as Store<S>
}

/** Asks the server, tells the other tabs, and asks again when this tab gets the focus, or the network is back. */
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
    // An answer under way may be older than the caller's action.
    await question.pending
    return ask()
  }
  const change = (session: S | null) => {
    question.answer(session)
    tell()
  }
  const heard = async ({ data }: Event & { data?: unknown }) => {
    // An answer under way may be older than the change.
    await question.pending
    // The answer is not passed on: tabs whose sessions always differ a little would never stop.
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
    // A part of the page that renders later brings the session from when the page was made. Frameworks may keep a `Date`, JSON does not.
    if (text !== hydrated) change(JSON.parse(text))
    hydrated = text
  }
  const subscribe = (listener: SessionListener<S>) => {
    // A wrapper, since the same function may listen twice. Async, since an error of one listener must not keep the state from the others.
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

/** The channel to the other tabs with these routes; none on a server. */
function openChannel(name: string): Channel | undefined {
  if (!isPage) return undefined
  try {
    const channel: Channel = new BroadcastChannel(name)
    // In component tests Node has a document: the channel must not keep the process running.
    channel.unref?.()
    return channel
  } catch {
    // Firefox refuses it where cookies are blocked; the page works without.
    return undefined
  }
}
