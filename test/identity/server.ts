// One of several servers that share a database. Started as a process of its own by shared-database.servers.test.ts.
import { Auth } from '../../src/index.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { createBrowser } from '../../src/testing.ts'
import { allowAt } from '../machines/allow.ts'
import { secret } from '../setup.ts'

const [task = '', database = '', emulator = '', shift = '0', argument = ''] = process.argv.slice(2)
const origin = 'http://localhost:3000'
const now = () => Date.now() + Number(shift)
const auth = Auth({
  url: origin,
  secret,
  database,
  runtime: { emulator, env: { NODE_ENV: 'test' }, now },
  providers: [
    TikTok({
      kit: 'desktop',
      clientId: 'sbawpractice000001',
      clientSecret: 'practice-secret-of-the-sandbox-01',
    }),
  ],
})

async function signIn(): Promise<string> {
  const browser = createBrowser({ origin, app: auth.handler, now, atPlatform: allowAt })
  await browser.signIn('tiktok')
  return (await browser.session())?.user.id ?? 'nobody'
}

const tasks: Record<string, () => Promise<string[]>> = {
  'sign in': () => Promise.all(Array.from({ length: Number(argument) }, signIn)),
  'use the token': () =>
    Promise.all(Array.from({ length: 10 }, () => auth.accessToken({ userId: argument }, 'tiktok'))),
}

process.stdout.write(JSON.stringify(await tasks[task]?.()))
process.exit(0)
