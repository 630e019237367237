import type { Context } from '../context.ts'
import type { ResolvedPasskey } from './resolved.ts'

/** Whom passkeys are made for, and where they may be used. */
export interface RelyingParty {
  /** The domain that new passkeys belong to. */
  id: string
  /** The domains whose passkeys are taken. */
  ids: string[]
  name: string
  origins: string[]
}

/** The relying party (WebAuthn §4): the application's own address, unless it says otherwise. */
export function relyingParty({ config, origin }: Context, provider: ResolvedPasskey): RelyingParty {
  const { id, name, origin: origins } = provider.relayingParty ?? {}
  const { hostname, host } = new URL(origin)
  const ids = list(id, hostname)
  return {
    id: ids[0] ?? hostname,
    ids,
    name: list(name, config.theme.name ?? host)[0] ?? host,
    origins: list(origins, origin),
  }
}

function list(value: string | string[] | undefined, fallback: string): string[] {
  return value === undefined ? [fallback] : [value].flat()
}
