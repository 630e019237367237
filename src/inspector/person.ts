import type { TokenSet } from '../types/models.ts'
import type { Steps } from '../types/trace.ts'
import { idTokenFacts } from './facts.ts'
import type { Lifetime, Person } from './flow-record.ts'
import type { Masker } from './mask.ts'
import type { Recording } from './recorder-parts.ts'

/** The platform's answer about a person, and what the provider made of it. */
export function describePerson(masker: Masker, step: Steps['found']): Person {
  const { profile, user, providerAccountId } = step
  const { id: _, name, email, image } = user
  return {
    providerAccountId,
    described: masker.object({ id: providerAccountId, name, email, image }),
    ...(profile && { profile: masker.object(profile) }),
  }
}

/** The sizes of an answer's tokens, and when they expire. */
export function tokenLifetimes({ masker }: Recording, tokens: TokenSet): Lifetime[] {
  const moments: Record<string, number | undefined> = {
    access_token: milliseconds(tokens.expires_at),
    refresh_token: milliseconds(tokens.refresh_expires_at),
    id_token: idTokenFacts(tokens.id_token)?.expires,
  }
  return ['access_token', 'refresh_token', 'id_token'].flatMap((name): Lifetime[] => {
    const value = tokens[name]
    if (typeof value !== 'string') return []
    masker.secret(value)
    const expires = moments[name]
    return [
      {
        name,
        kind: 'token',
        bytes: value.length,
        ...(expires !== undefined && { expires }),
      },
    ]
  })
}

function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000
}
