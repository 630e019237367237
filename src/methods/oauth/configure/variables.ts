import { variableName } from '../../../config/environment.ts'
import { substitute, type Values } from '../../../config/placeholders.ts'
import { configError, missingKey } from '../../../config/problems.ts'
import type { PlatformFacts, Variable } from '../../../types/dialect.ts'

/** Takes each variable from the options, the environment or its default, in the form that the addresses need. */
export function readVariables(
  provider: string,
  declared: PlatformFacts['variables'],
  written: { issuer?: string },
  env: Record<string, string | undefined>,
): Values {
  const values: Record<string, string | undefined> = {}
  for (const [name, variable] of Object.entries(declared ?? {})) {
    const given = name === 'issuer' && !written.issuer?.includes('{') ? written.issuer : undefined
    const environmentName = variableName(provider, name)
    const value = variable.value ?? given ?? env[environmentName] ?? variable.default
    if (value === undefined && variable.optional) {
      values[name] = undefined
      continue
    }
    if (value === undefined) {
      const example = `${name}: '${variable.example}'`
      throw missingKey(provider, name, `needs "${name}"`, environmentName, example)
    }
    // An issuer may be named by a variable before it.
    values[name] = normalise(provider, name, substitute(value, values), variable)
  }
  return values
}

const forms: Record<Variable['kind'], (pasted: string) => string | undefined> = {
  origin(pasted) {
    const url = parse(pasted)
    return url && `${url.origin}${url.pathname}`.replace(/\/+$/, '')
  },
  host: (pasted) => parse(pasted)?.host,
  word: (pasted) => (/^[\w.~-]+$/.test(pasted) ? pasted : undefined),
}

/** An address as people paste it, with or without `https://`. */
function parse(pasted: string): URL | undefined {
  const whole = /^https?:\/\//.test(pasted) ? pasted : `https://${pasted}`
  if (!URL.canParse(whole)) return undefined
  const url = new URL(whole)
  return url.username || url.search || url.hash ? undefined : url
}

function normalise(provider: string, name: string, pasted: string, variable: Variable): string {
  const value = forms[variable.kind](pasted.trim())
  if (value !== undefined && value !== '') return value
  throw configError(
    `providers.${provider}.${name}`,
    `"${pasted.slice(0, 100)}" cannot be the ${name} of ${provider}`,
    `It should look like ${variable.example}.`,
    provider,
  )
}
