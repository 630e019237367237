import type { Redis } from './client.ts'
import { atomically } from './keys.ts'
import { readUser } from './records.ts'
import { scanKeys } from './scan.ts'
import { markUser } from './user-index.ts'

/** The key that exists once all users are in the index. */
const filled = 'user-index-filled'

/** The number of users that are indexed in one step. */
const batch = 200

/**
 * Indexes the users who were stored before there was an index, once. Users who change meanwhile are indexed by the change. A walk that is
 * interrupted, or that several servers begin, may be repeated.
 */
export function createUserIndexFilling(redis: Redis, prefix: string): () => Promise<void> {
  let filling: Promise<void> | undefined
  return () => {
    filling ??= fillUserIndex(redis, prefix).catch((error) => {
      filling = undefined
      throw error
    })
    return filling
  }
}

async function fillUserIndex(redis: Redis, prefix: string): Promise<void> {
  if ((await redis.send('GET', prefix + filled)) != null) return
  const beginning = `${prefix}user:`
  let cursor = '0'
  do {
    const { keys, next } = await scanKeys(redis, beginning, cursor)
    const ids = keys.map((key) => decodeURIComponent(key.slice(beginning.length)))
    for (let from = 0; from < ids.length; from += batch)
      await markUsers(redis, prefix, ids.slice(from, from + batch))
    cursor = next
  } while (cursor !== '0')
  await redis.send('SET', prefix + filled, '1')
}

function markUsers(redis: Redis, prefix: string, ids: readonly string[]): Promise<void> {
  return atomically(redis, prefix, async (keys) => {
    for (const user of await Promise.all(ids.map((id) => readUser(keys, id))))
      if (user) markUser(keys, user)
  })
}
