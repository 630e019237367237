import { checkAtStart, withStartCheck } from '../services/start-check.ts'
import { assertRedis, type OwnRedisClient } from '../stores/redis/client.ts'
import { createRedisStorage, type RedisOptions } from '../stores/redis/redis-storage.ts'
import type { Storage } from '../types/storage.ts'
import { assertRedisOptions } from './assert-options.ts'
import { equip } from './equip.ts'

export type {
  OwnRedisClient,
  RedisClient,
  RedisClusterClient,
  RedisSentinelClient,
} from '../stores/redis/client.ts'
export type { RedisOptions } from '../stores/redis/redis-storage.ts'

/**
 * A storage in Redis or Valkey (6.2 or newer), by address or through a client of the package `redis`, also of a cluster or of Sentinel.
 * Alone, it keeps everything; `inFrontOf` another storage, it keeps sessions, one-time tokens, claims, leases and rate limits.
 */
export function redis(server: string | OwnRedisClient, options: RedisOptions = {}): Storage {
  assertRedisOptions(options)
  return withStartCheck(equip(createRedisStorage(server || '', options)), async () => {
    if (typeof server !== 'object') await assertRedis(server)
    await checkAtStart(options.inFrontOf)
  })
}
