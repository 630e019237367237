import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { createNativeClient } from 'porticojs/client/native'
import { openBrowser } from './browser.ts'
import { fileStore } from './file-store.ts'
import { byLoopback } from './loopback.ts'

const { ACME_URL = 'http://localhost:3000', ACME_HOME = join(homedir(), '.config/acme') } =
  process.env
const [command = 'whoami', option] = process.argv.slice(2)

const client = createNativeClient({
  url: ACME_URL,
  app: 'acme',
  device: hostname(),
  store: fileStore(join(ACME_HOME, 'session.json')),
  open: (begin) => byLoopback(begin, openBrowser, option === '--ipv6' ? '::1' : '127.0.0.1'),
})

const commands: Record<string, () => Promise<string>> = {
  async login() {
    const session = await client.signIn()
    return session ? `Signed in as ${session.user.name}` : 'Nobody signed in'
  },
  async whoami() {
    const { session, error } = await client.refresh()
    if (session) return `${session.user.name}${error ? ' (offline)' : ''}`
    return session === null ? 'Nobody. Run: acme login' : `Unknown: ${error?.message}`
  },
  async get() {
    const response = await client.fetch(option ?? '/')
    return `${response.status} ${await response.text()}`
  },
  async logout() {
    await client.signOut()
    return 'Signed out'
  },
}

const run = commands[command]
if (!run) throw new Error(`Use one of ${Object.keys(commands).join(', ')}`)
console.log(await run())
