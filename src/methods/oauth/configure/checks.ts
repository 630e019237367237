import { show } from '../../../config/option-kinds.ts'
import { configError } from '../../../config/problems.ts'
import type { ResolvedOAuth, WrittenOAuth } from '../resolved.ts'

const knownChecks = new Set(['none', 'state', 'nonce', 'pkce'])

/** The checks of a provider's callbacks. `state` is among them unless the provider says `none`. */
export function readChecks(
  config: WrittenOAuth,
  proxy: string | undefined,
): ResolvedOAuth['checks'] {
  const { id, type } = config
  const checks = config.checks ?? ['pkce']
  for (const check of Array.isArray(checks) ? checks : [show(checks)]) {
    const fits = knownChecks.has(check) && (check !== 'nonce' || type === 'oidc')
    if (fits) continue
    throw configError(
      `providers.${id}.checks`,
      `The provider ${id} lists the check "${String(check)}"`,
      `Write a list of ${type === 'oidc' ? 'state, nonce, pkce' : 'state, pkce'} or none.`,
      id,
    )
  }
  if (checks.length === 0) {
    throw configError(
      `providers.${id}.checks`,
      `The provider ${id} has an empty list of checks`,
      "Leave `checks` out, or write ['none'] if the platform really supports none.",
      id,
    )
  }
  // `none` takes away only what would be added; a check that is listed is made.
  const added = proxy || !checks.includes('none') ? (['state'] as const) : []
  return [...new Set([...checks.filter((check) => check !== 'none'), ...added])]
}
