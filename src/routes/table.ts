import type { Route } from './route.ts'
import { session } from './session.ts'

/** Every path below the base path. Only the one that every page of an application asks is loaded from the start. */
export const routes: ReadonlyMap<string, () => Promise<Route>> = new Map(
  Object.entries<() => Promise<Route>>({
    session: async () => session,
    signin: async () => (await import('./signin.ts')).signin,
    callback: async () => (await import('./callback.ts')).callback,
    signout: async () => (await import('./signout.ts')).signout,
    csrf: async () => (await import('./csrf.ts')).csrf,
    providers: async () => (await import('./providers.ts')).providers,
    error: async () => (await import('./error.ts')).error,
    account: async () => (await import('./account.ts')).account,
    nonce: async () => (await import('./steps.ts')).nonce,
    webhook: async () => (await import('./webhook.ts')).webhook,
    'verify-request': async () => (await import('./steps.ts')).verifyRequest,
    'webauthn-options': async () => (await import('./steps.ts')).webauthnOptions,
    'passkey.js': async () => (await import('./steps.ts')).passkeyScript,
  }),
)
