import type { App } from '../app.ts'
import { AuthError } from '../errors.ts'
import type { Finding } from '../methods/method.ts'

/** The waits in milliseconds for another server to finish what it began: after each refusal a little longer. */
const pauses = [25, 50, 100, 200, 400]

/**
 * The errors of a sign-in that another server may have half done: a user who has no account yet, or rows that this one was about to write.
 */
const passing: ReadonlySet<string> = new Set(['StorageConflict', 'OAuthAccountNotLinked'])

/**
 * Sign-ins on storages without transactions (Auth.js's adapters). Those of one person come one after the other in this process, and
 * wait a little for other servers: between a user and their first account, the person would be refused their own address.
 */
export async function oneAtATime<T>(
  { services: { memo } }: App,
  { provider, providerAccountId, user }: Finding,
  work: () => Promise<T>,
): Promise<T> {
  const create = async () => new Map<string, Promise<unknown>>()
  const turns = await memo('sign-ins under way', Number.POSITIVE_INFINITY, create)
  const key = user.email ?? `${provider.id} ${providerAccountId}`
  const turn = (turns.get(key) ?? Promise.resolve()).then(() => retried(work))
  const settled = turn.then(
    () => undefined,
    () => undefined,
  )
  turns.set(key, settled)
  settled.then(() => {
    if (turns.get(key) === settled) turns.delete(key)
  })
  return turn
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await work()
    } catch (thrown) {
      if (!(thrown instanceof AuthError && passing.has(thrown.code))) throw thrown
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return work()
}
