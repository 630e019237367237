import { emulator, type TikTokApp, tiktok } from '../emulator/index.ts'
import { type Command, defineCommand } from './command.ts'
import { portOption, readPort } from './port.ts'

const keys = {
  client_key: 'sbawpractice000001',
  client_secret: 'practice-secret-of-the-sandbox-01',
}

/** Starts the practice platform and says how to use it. */
export const emulate: Command = defineCommand({
  summary: 'Run a practice TikTok on this machine',
  about: `Start your application with the variables that are printed, and sign in as whoever you like.`,
  options: {
    port: { ...portOption, about: 'where it listens (4100)' },
    redirect: {
      type: 'string',
      multiple: true,
      value: '<address>',
      about: `a callback address to register; by default any port of localhost
and 127.0.0.1 with the path /api/auth/callback/tiktok`,
    },
  },
  async run({ values }, { report }) {
    const port = readPort(values.port, 4100)
    const platforms = values.redirect && {
      platforms: [tiktok({ apps: [appWith(values.redirect)] })],
    }
    const { url } = await (await emulator(platforms)).listen({ port })
    const env = {
      NODE_ENV: 'development',
      AUTH_EMULATOR: url,
      AUTH_TIKTOK_ID: keys.client_key,
      AUTH_TIKTOK_SECRET: keys.client_secret,
    }
    const lines = Object.entries(env).map(([name, value]) => `  ${name}=${value}`)
    report(
      { url, inbox: `${url}/inbox`, env },
      `
  Practice TikTok   ${url}

${lines.join('\n')}

  Start your application with these four. The mails that it sends are at ${url}/inbox. Stop with Ctrl+C.
`,
    )
  },
})

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
