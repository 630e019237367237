import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { random } from '../../src/crypto/random.ts'
import { emulator, github, google, pwnedPasswords, tiktok } from '../../src/emulator/index.ts'
import { practiceApp } from '../../src/emulator/platforms/oauth2/registration.ts'
import { toNode } from '../../src/frameworks/node.ts'
import { lockInspector } from '../../src/inspector/lock.ts'
import { createApp } from './app.ts'
import { createAuth, type Told, tiktokKeys } from './auth.ts'

// The demo runs on the machine of whoever tries it, where the practice platform is allowed.
process.env.NODE_ENV ||= 'development'

// The inspector is found by its public name, which leads to the build; the demo has it from the sources.
const inspector = new URL('../../src/inspector/index.ts', import.meta.url).href
registerHooks({
  resolve: (name, context, next) =>
    next(name === 'porticojs/inspector' ? inspector : name, context),
})

const { AUTH_TIKTOK_ID: key, AUTH_TIKTOK_SECRET: keySecret } = process.env
if (!key !== !keySecret) {
  const missing = key ? 'AUTH_TIKTOK_SECRET' : 'AUTH_TIKTOK_ID'
  console.error(`${missing} is missing: the real TikTok needs both, the practice TikTok neither.`)
  process.exit(1)
}

const data = process.env.DEMO_DATA ?? fileURLToPath(new URL('.data/', import.meta.url))
await mkdir(data, { recursive: true })

// First of all the port, which the system chooses for PORT=0.
const server = createServer().listen(Number(process.env.PORT ?? 3000), 'localhost')
await once(server, 'listening').catch(complain)
const address = server.address()
const url = `http://localhost:${typeof address === 'object' && address?.port}`

const practice = key ? undefined : await startPractice()
const told = new Map<string, Told>()
const secret = process.env.AUTH_SECRET || (await keptSecret())
const auth = createAuth({
  url,
  secret,
  database: `file:${data}auth.db`,
  ...(practice && { practice }),
  told,
})
const everyStep = await inspectorAddress()
server.on('request', toNode({ handler: createApp(auth, told, { practice, everyStep }) }))
console.log(greeting())

async function startPractice() {
  const app = (id: string) => ({
    ...practiceApp(id),
    name: 'Portico Demo',
    redirect_uris: [`${url}/api/auth/callback/${id}`],
  })
  const desktop = [`${url}/api/auth/callback/tiktok`]
  const world = await emulator({
    platforms: [
      tiktok({ apps: [{ ...tiktokKeys, name: 'Portico Demo', environment: 'sandbox', desktop }] }),
      google({ apps: [app('google')] }),
      github({ apps: [app('github')] }),
      pwnedPasswords(),
    ],
  })
  const listening = await world
    .listen({ port: Number(process.env.EMULATOR_PORT ?? 4100) })
    .catch(complain)
  return { emulator: world, url: listening.url }
}

/** A secret that `Auth()` refuses makes no key; its log says what is wrong. */
async function inspectorAddress(): Promise<string> {
  const path = '/api/auth/inspect'
  const locked = await lockInspector({ providers: [], secret }, path).catch(() => undefined)
  return locked?.address(url) ?? url + path
}

/** The demo's secret survives a restart, so that its tokens can still be read. */
async function keptSecret(): Promise<string> {
  const file = `${data}secret`
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known) return known
  const fresh = random(32)
  await writeFile(file, fresh, { mode: 0o600 })
  return fresh
}

function complain(error: NodeJS.ErrnoException): never {
  if (error.code === 'EADDRINUSE') {
    console.error(`${error.message}\nStart it elsewhere: PORT=3001 EMULATOR_PORT=4101 npm start`)
    process.exit(1)
  }
  throw error
}

function greeting(): string {
  const callback = `${url}/api/auth/callback/tiktok`
  const real = 'AUTH_TIKTOK_ID=<client key> AUTH_TIKTOK_SECRET=<client secret> npm start'
  const lines = practice
    ? [
        `Practice TikTok   ${practice.url}`,
        `Emails            ${practice.url}/inbox`,
        `Your account      ${url}/api/auth/account`,
        '',
        'Open the first address, press “Sign in”, then “Continue with TikTok”, and choose who you want to be.',
        'Google, GitHub, email, passwords, passkeys, guests and a second factor work too; the page says what to try.',
        `With the real TikTok: ${real}`,
        `(register ${callback} under Login Kit, Desktop)`,
      ]
    : [
        '',
        `The real TikTok answers. Register ${callback} with it, to the letter: under Login Kit,`,
        'Desktop, of the app or sandbox whose key this is. The app needs the scopes user.info.profile and',
        'user.info.stats as well, and a sandbox your account among its target users.',
        'Then open the address, press “Sign in”, and sign in with your own account.',
        'Without AUTH_TIKTOK_ID and AUTH_TIKTOK_SECRET the practice TikTok is used.',
      ]
  return ['', `Portico demo      ${url}`, `Every step        ${everyStep}`, ...lines, '']
    .map((line) => line && `  ${line}`)
    .join('\n')
}
