import type { Emulator } from '../../src/emulator/index.ts'
import { Auth, type AuthInstance } from '../../src/index.ts'
import TikTok from '../../src/providers/tiktok.ts'

/** What the demo's sign-in needs from outside. */
export interface Surroundings {
  /** Where people open the demo. */
  url: string
  secret: string
  /** The SQLite file. */
  database: string
  /** The practice platform, or nothing for the real TikTok. */
  practice?: { emulator: Emulator; url: string }
}

/** The keys of the app that the practice TikTok has registered for localhost. */
const practiceKeys = {
  clientId: 'sbawpractice000001',
  clientSecret: 'practice-secret-of-the-sandbox-01',
}

/** The whole set-up. `kit: 'desktop'` is TikTok's rule for localhost. */
export function createAuth({ url, secret, database, practice }: Surroundings): AuthInstance {
  return Auth({
    url,
    secret,
    database,
    theme: { name: 'Portico Demo' },
    providers: [
      TikTok({
        kit: 'desktop',
        fields: ['username', 'follower_count'],
        ...(practice && practiceKeys),
      }),
    ],
    ...(practice && { emulator: practice.url, now: practice.emulator.clock.now }),
  })
}
