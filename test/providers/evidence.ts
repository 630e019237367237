/** The facts of a platform that a sample must say the whereabouts of. */
export const facts = [
  'endpoints',
  'clientAuth',
  'scopes',
  'pkce',
  'profile',
  'refresh',
  'revocation',
] as const

/** The page on which each fact was read; `null`: no page was found that says it. */
export type Evidence = Record<(typeof facts)[number], string | null>

/** What is wrong with a sample's evidence, in words. */
export function evidenceProblems(evidence: object): string[] {
  const missing = facts
    .filter((fact) => !Object.hasOwn(evidence, fact))
    .map((fact) => `${fact} is missing`)
  const wrong = Object.entries(evidence).flatMap(([fact, address]) => {
    if (!facts.some((known) => known === fact)) return [`${fact} is no fact`]
    return address === null || isAddress(address) ? [] : [`${fact} is no https address`]
  })
  return [...missing, ...wrong]
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && URL.parse(value)?.protocol === 'https:'
}
