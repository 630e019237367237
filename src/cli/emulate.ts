import { parseArgs } from 'node:util'
import { emulator, type TikTokApp, tiktok } from '../emulator/index.ts'

/** What `npx portico emulate` understands. */
export const emulateUsage = `npx portico emulate [--port 4100] [--redirect <address>]…

  Runs a practice TikTok on this machine. Start your application with the variables that are
  printed, and sign in as whoever you like.

  --port       where it listens (4100)
  --redirect   a callback address to register; by default any port of localhost and 127.0.0.1 with the
               path /api/auth/callback/tiktok`

const keys = {
  client_key: 'sbawpractice000001',
  client_secret: 'practice-secret-of-the-sandbox-01',
}

/** Starts the practice platform and says how to use it. */
export async function emulate(
  args: readonly string[],
  { print }: { print: (line: string) => void },
): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '4100' },
      redirect: { type: 'string', multiple: true },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return print(emulateUsage)
  const port = Number(values.port)
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    throw new Error(
      `--port takes a number from 0 (any that is free) to 65535, not "${values.port}"`,
    )
  }
  const platforms = values.redirect && { platforms: [tiktok({ apps: [appWith(values.redirect)] })] }
  const { url } = await (await emulator(platforms)).listen({ port })
  print(`
  Practice TikTok   ${url}

  NODE_ENV=development
  AUTH_EMULATOR=${url}
  AUTH_TIKTOK_ID=${keys.client_key}
  AUTH_TIKTOK_SECRET=${keys.client_secret}

  Start your application with these four. The mails that it sends are at ${url}/inbox. Stop with Ctrl+C.
`)
}

/** TikTok has one list of addresses for this machine and one for the web. */
function appWith(redirects: readonly string[]): TikTokApp {
  const isLocal = (address: string) => /^https?:\/\/(localhost|127\.0\.0\.1):/.test(address)
  return {
    ...keys,
    name: 'Practice app (sandbox)',
    environment: 'sandbox',
    web: redirects.filter((address) => !isLocal(address)),
    desktop: redirects.filter(isLocal),
  }
}
