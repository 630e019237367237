import type { Session } from '../types/models.ts'

/** Where the application's sign-in is. */
export interface ClientOptions {
  /** Default `/api/auth`. */
  basePath?: string
}

/** What a page can ask and do about its visitor. */
export interface Client {
  /** Who is signed in; null for nobody. */
  session(): Promise<Session | null>
  /** Leaves for a platform. */
  signIn(provider: string, options?: { callbackUrl?: string; data?: string }): Promise<void>
  /** Signs out here and in every other tab. */
  signOut(options?: { callbackUrl?: string }): Promise<void>
  /** Calls back with the session now, and again whenever it changes in any tab. Returns how to stop. */
  subscribe(listener: (session: Session | null) => void): () => void
}

/** A client for the pages of an application. */
export function createClient({ basePath = '/api/auth' }: ClientOptions = {}): Client {
  const channel = new BroadcastChannel(`portico ${basePath}`)

  const session = async () => ask<Session | null>(`${basePath}/session`)

  const leave = async (path: string, form: Record<string, string>) => {
    const { url } = await ask<{ url: string }>(`${basePath}/${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    location.assign(url)
  }

  return {
    session,
    signIn: (provider, options) =>
      leave(`signin/${provider}`, { callbackUrl: location.href, ...options }),
    signOut: (options) => leave('signout', { callbackUrl: location.href, ...options }),
    subscribe(listener) {
      let known: string | undefined
      const look = async (tellOthers: boolean) => {
        const current = await session()
        const text = JSON.stringify(current?.user ?? null)
        if (text === known) return
        known = text
        listener(current)
        if (tellOthers) channel.postMessage('changed')
      }
      const heard = () => look(false)
      const seen = () => {
        if (document.visibilityState === 'visible') void look(true)
      }
      void look(true)
      channel.addEventListener('message', heard)
      document.addEventListener('visibilitychange', seen)
      return () => {
        channel.removeEventListener('message', heard)
        document.removeEventListener('visibilitychange', seen)
      }
    },
  }
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(path, { ...init, headers: { accept: 'application/json' } })
  if (response.ok) return response.json()
  throw new Error(`${path} answered ${response.status}`)
}
