import type { Config } from '../config.ts'
import { AuthError } from '../errors.ts'
import type { Finding } from '../methods/method.ts'
import type { Write } from '../sessions/session.ts'
import type { User } from '../types/models.ts'
import { accountWithTokens, type Issue, type Outcome } from './sign-in-outcome.ts'

/** Signs somebody in whom nothing is stored of. */
export async function signInWithoutStorage(
  config: Config,
  finding: Finding,
  issue: Issue,
): Promise<{ outcome: Outcome; write: Write }> {
  const user = userWithoutStorage(finding)
  assertOwnId(config, finding)
  const account = accountWithTokens(finding, user.id)
  const outcome = { user, account, isNewUser: false, linked: false }
  return { outcome, write: await issue(outcome, undefined) }
}

/** Without a storage a person is their account, so its key is their id: the same at every sign-in. */
export function userWithoutStorage({
  user,
  provider,
  proves,
  providerAccountId,
}: Finding): User & { id: string } {
  const id = proves === 'user' ? providerAccountId : `${provider.id}:${providerAccountId}`
  return { ...user, id }
}

/** Without a storage `platform:id` is a person of that platform; no list of the application's own makes somebody else of them. */
function assertOwnId(
  { storage, providers }: Config,
  { proves, providerAccountId, provider }: Finding,
): void {
  if (storage || proves !== 'user') return
  const owner = [...providers.keys()].find((id) => providerAccountId.startsWith(`${id}:`))
  if (owner === undefined) return
  throw new AuthError('ProfileInvalid', `The id belongs to the people of ${owner}`, {
    provider: provider.id,
    hint: `Without a storage, ids that begin with "${owner}:" are those of ${owner}; return another id from authorize().`,
  })
}
