import type { Config } from '../config.ts'
import type { Finding } from '../methods/method.ts'

/** A finding without what its provider's configuration holds, and without saying twice what is kept of the tokens. */
type Held = Omit<Finding, 'provider' | 'kept' | 'credentials' | 'nextStep'> & {
  provider: string
  /** The names of the tokens that are kept as they are. */
  keptTokens: string[]
  /** Tokens that are kept in another form than the platform's. */
  keptOtherwise: Finding['kept']
}

/** Findings as text, to be sealed until the last step is taken. What the person typed is not among it. */
export function holdFindings(findings: readonly Finding[]): string {
  return JSON.stringify(findings.map(hold), function (this: Record<string, unknown>, key, value) {
    const written = this[key]
    return written instanceof Date ? { [dateKey]: written.getTime() } : value
  })
}

/** The findings that were held; undefined if one of their providers is configured no more. */
export function releaseFindings({ providers }: Config, text: string): Finding[] | undefined {
  const held = JSON.parse(text, (_key, value) =>
    typeof value === 'object' && value !== null && dateKey in value
      ? new Date(value[dateKey])
      : value,
  ) as Held[]
  const findings: Finding[] = []
  for (const { provider: id, keptTokens, keptOtherwise, ...found } of held) {
    const provider = providers.get(id)
    if (!provider) return undefined
    const kept = Object.fromEntries(keptTokens.map((name) => [name, found.tokens[name]]))
    findings.push({ ...found, provider, kept: { ...kept, ...keptOtherwise } })
  }
  return findings
}

/** JSON has no dates, and a profile has no such name. */
const dateKey = '\0date'

function hold({ provider, kept, credentials, nextStep, ...found }: Finding): Held {
  const keptTokens = Object.keys(kept).filter((name) => kept[name] === found.tokens[name])
  const keptOtherwise = { ...kept }
  for (const name of keptTokens) delete keptOtherwise[name]
  return { ...found, provider: provider.id, keptTokens, keptOtherwise }
}
