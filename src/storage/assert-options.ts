import type { OptionKinds } from '../config/option-kinds.ts'
import { assertKnownOptions, wholeNumber } from '../config/part-options.ts'
import type { MemoryOptions } from '../stores/memory/memory-storage.ts'
import type { RedisOptions } from '../stores/redis/redis-storage.ts'
import type { SqlOptions } from '../stores/sql/sql-storage.ts'

const sqlKinds: OptionKinds<keyof SqlOptions> = {
  schema: 'string or object',
  encryptTokens: 'boolean',
  secrets: 'object',
  migrate: 'boolean',
  connections: wholeNumber,
  timeout: wholeNumber,
  retention: 'number',
  now: 'function',
}

const redisKinds: OptionKinds<keyof RedisOptions> = {
  prefix: 'string',
  inFrontOf: 'object',
  encryptTokens: 'boolean',
  secrets: 'object',
  retention: 'number',
  timeout: wholeNumber,
  now: 'function',
}

const memoryKinds: OptionKinds<keyof MemoryOptions> = {
  name: 'string',
  limit: wholeNumber,
  now: 'function',
}

/** Refuses options that a storage in SQL does not know, and values of a wrong type. */
export function assertSqlOptions(options: SqlOptions): void {
  assertKnownOptions('storage', options, sqlKinds)
}

/** Refuses options that a storage in Redis does not know, and values of a wrong type. */
export function assertRedisOptions(options: RedisOptions): void {
  assertKnownOptions('storage', options, redisKinds)
}

/** Refuses options that a storage in memory does not know, and values of a wrong type. */
export function assertMemoryOptions(options: MemoryOptions): void {
  assertKnownOptions('storage', options, memoryKinds)
}
