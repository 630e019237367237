import type { App } from '../app.ts'

/** The scopes that a user is to be asked for. */
export interface ScopeWish {
  readonly userId: string
  readonly provider: string
  readonly scopes: readonly string[]
}

/**
 * The wish as part of an address. It is sealed, and names the user: nobody else's link can make people grant what the application never
 * asked for.
 */
export async function sealWish({ services }: App, wish: ScopeWish): Promise<string> {
  return services.seal('scopes').seal({ ...wish })
}

/** The wish of an address, if our own code made it. */
export async function openWish({ services }: App, sealed: string): Promise<ScopeWish | undefined> {
  const wish = await services.seal('scopes').open(sealed)
  // We sealed it, so it needs no validation.
  return wish as ScopeWish | undefined
}
