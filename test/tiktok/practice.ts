import type { EmulatorOptions } from '../../src/emulator/index.ts'
import { emulator } from '../../src/emulator/index.ts'
import type { AuthConfig } from '../../src/index.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import type { Storage } from '../../src/types/storage.ts'
import { watched } from '../attacks/stage.ts'
import { origin, type Setup, setup } from '../setup.ts'

/** The keys of an app that is registered with the practice TikTok for `origin`. */
export const keys = { clientId: 'awtest', clientSecret: 'the-client-secret-of-the-test-app' }

/** Where TikTok sends people back to. */
export const callback: string = `${origin}/api/auth/callback/tiktok`

const app = {
  client_key: keys.clientId,
  client_secret: keys.clientSecret,
  name: 'Test',
  web: [callback],
  webhook_url: `${origin}/api/auth/webhook/tiktok`,
  scopes: ['user.info.basic', 'user.info.profile', 'user.info.stats'],
}

/** The registration of the test app, with changes. */
export function practice(changes: object = {}): Extract<EmulatorOptions, { platform: 'tiktok' }> {
  // A clock that stands still, so that moments can be compared.
  return { platform: 'tiktok', apps: [{ ...app, ...changes }], now: Date.UTC(2030, 0, 1) }
}

/** An application with TikTok and a storage that tells what was written to it, the practice TikTok, and a browser. */
export async function tiktok(
  options: Parameters<typeof TikTok>[0] = {},
  config: Partial<AuthConfig> = {},
  registration: object = {},
  doubts: object = {},
): Promise<Setup & { storage: Required<Storage>; writes: string[] }> {
  const storage = memory()
  const writes: string[] = []
  const world = await emulator({ ...practice(registration), doubts })
  const parts = await setup(
    {
      providers: [TikTok({ ...keys, ...options })],
      ...(!config.database && { storage: watched(storage, writes) }),
      ...config,
    },
    world,
  )
  return { ...parts, storage, writes }
}
