import { type Emulator, emulator, pwnedPasswords, tiktok } from '../../src/emulator/index.ts'
import type { AuthConfig } from '../../src/index.ts'
import Password from '../../src/providers/password.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { type Place, serve } from '../methods/place.ts'

/** A mail, with what its reader uses. */
export interface Letter {
  subject: string
  html: string
  link: string
  code: string
}

/** An application with passwords and TikTok, as it is developed: the emulator plays everything outside. */
export interface PasswordPlace extends Place {
  world: Emulator
  /** Waits for the newest mail to an address; `after` is how many came before it. */
  letter(to: string, after?: number): Promise<Letter>
}

/** Serves it to real browsers. */
export async function servePasswords(config: Partial<AuthConfig> = {}): Promise<PasswordPlace> {
  const world = await emulator({ platforms: [tiktok(), pwnedPasswords()] })
  const listening = await world.listen({ port: 0 })
  const keys = {
    clientId: 'sbawpractice000001',
    clientSecret: 'practice-secret-of-the-sandbox-01',
  }
  const place = await serve({
    storage: memory(),
    theme: { name: 'Acme' },
    providers: [Password, TikTok({ ...keys, kit: 'desktop' })],
    ...config,
    runtime: { emulator: listening.url },
  })
  return {
    ...place,
    world,
    async letter(to, after = 0) {
      for (let each = 0; each < 2000; each++) {
        const [newest, ...older] = world.inbox.messages(to)
        if (newest && older.length >= after) return read(newest)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error(`No mail came to ${to}`)
    },
    async close() {
      await place.close()
      await listening.close()
    },
  }
}

function read({
  subject,
  text = '',
  html = '',
}: {
  subject: string
  text?: string
  html?: string
}) {
  const link = /https?:\S+/.exec(text)?.[0] ?? ''
  const code = /\b(\d{3})[ \u00a0](\d{3})\b/.exec(text)?.slice(1).join('') ?? ''
  return { subject, html, link, code }
}
