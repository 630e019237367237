import { readFileSync } from 'node:fs'
import type { Described } from './catalogue.ts'

/** The facts of a platform that a sample must say the whereabouts of. */
const facts = [
  'endpoints',
  'clientAuth',
  'scopes',
  'pkce',
  'profile',
  'refresh',
  'revocation',
] as const

/**
 * The page on which each fact was read; `null`: no page was found that says it. How a platform lets people choose an account is left
 * out of a provider where no page says it.
 */
export type Evidence = Record<(typeof facts)[number], string | null> & { choice?: string }

/** What is wrong with a sample's evidence, in words. */
export function evidenceProblems(evidence: object = {}): string[] {
  const missing = facts
    .filter((fact) => !Object.hasOwn(evidence, fact))
    .map((fact) => `${fact} is missing`)
  const wrong = Object.entries(evidence).flatMap(([fact, address]) => {
    if (![...facts, 'choice'].includes(fact)) return [`${fact} is no fact`]
    return (address === null && fact !== 'choice') || isAddress(address)
      ? []
      : [`${fact} is no https address`]
  })
  return [...missing, ...wrong]
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && URL.parse(value)?.protocol === 'https:'
}

/** What a provider declares, each with the words that its page has for it. */
const abilities: Record<
  'pkce' | 'refresh' | 'revocation',
  { words: string; declared: (described: Described) => boolean }
> = {
  pkce: {
    words: 'PKCE',
    declared: ({ checks = ['pkce'] }) => checks.some((check) => check === 'pkce'),
  },
  refresh: {
    words: 'refreshing tokens',
    declared: ({ provides }) => Boolean(provides?.refreshToken),
  },
  revocation: { words: 'revoking tokens', declared: ({ revocation }) => Boolean(revocation) },
}

/** What a provider declares, no page confirms, and its own page in the documentation does not admit. */
export function concealed(described: Described, evidence: Evidence): string[] {
  const page = new URL(`../../docs/providers/${described.id}.md`, import.meta.url)
  const [, admitted = ''] =
    /^- Not confirmed by any page that was found: (.*)$/m.exec(readFileSync(page, 'utf8')) ?? []
  return Object.entries(abilities)
    .filter(([fact, { declared }]) => Reflect.get(evidence, fact) === null && declared(described))
    .map(([, { words }]) => words)
    .filter((words) => !admitted.split(', ').includes(words))
}
