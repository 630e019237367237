import { environmentOf } from '../config/environment.ts'
import { readSecrets } from '../config/secrets.ts'
import { hmac } from '../crypto/hash.ts'
import { type LockedPages, lockPages } from '../http/locked-pages.ts'
import type { AuthConfig } from '../types/config.ts'

/**
 * Locks the inspector's pages with a key, because any client that reaches the port can forge headers. The key is derived from the
 * application's secret, so all processes of a development server have the same one, before and after a restart.
 */
export async function lockInspector(written: AuthConfig, base: string): Promise<LockedPages> {
  const [secret = ''] = readSecrets(written.secret, environmentOf(written), false)
  const key = await hmac(secret, 'portico inspector', 'base64url')
  return lockPages({ key, path: base, name: 'portico.inspector' })
}
