import { AuthError } from '../errors.ts'
import type { Storage } from '../types/storage.ts'

/** Replaces `open` where no database driver runs. It throws, and keeps bundles for browsers and workers small. */
export function open(_database: unknown): Required<Storage> {
  throw new AuthError('Configuration', 'A `database` can only be opened by Node, Bun or Deno', {
    field: 'database',
    hint: 'Here pass `storage`: d1(env.DB) of porticojs/storage/d1 in a Cloudflare worker, or kysely(…) of porticojs/storage/kysely with a dialect for this runtime.',
  })
}
