import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { random } from '../../src/crypto/random.ts'
import { emulator } from '../../src/emulator/index.ts'
import { toNode } from '../../src/frameworks/node.ts'
import { createApp } from './app.ts'
import { createAuth } from './auth.ts'

const port = Number(process.env.PORT ?? 3000)
const url = `http://localhost:${port}`
const isReal = process.env.AUTH_TIKTOK_ID !== undefined

const data = process.env.DEMO_DATA ?? fileURLToPath(new URL('.data/', import.meta.url))
await mkdir(data, { recursive: true })

const practice = isReal ? undefined : await startPractice()
const auth = await createAuth({
  url,
  secret: process.env.AUTH_SECRET ?? (await keptSecret()),
  database: `file:${data}auth.db`,
  ...(practice && { practice }),
})
const app = createApp(auth, practice ? { practice: practice.url } : {})

createServer(toNode({ handler: app }))
  .on('error', complain)
  .listen(port, 'localhost', () => console.log(greeting()))

async function startPractice() {
  const world = await emulator()
  const { url } = await world
    .listen({ port: Number(process.env.EMULATOR_PORT ?? 4100) })
    .catch(complain)
  return { emulator: world, url }
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
  const real = 'AUTH_TIKTOK_ID=<client key> AUTH_TIKTOK_SECRET=<client secret> npm start'
  return [
    '',
    `  Portico demo      ${url}`,
    ...(practice
      ? [`  Practice TikTok   ${practice.url}`, `  Mails             ${practice.url}/inbox`]
      : ['  The real TikTok answers.']),
    '',
    '  Open the first address, press “Sign in”, then “Sign in with TikTok”, and choose who you want to be.',
    practice
      ? `  With the real TikTok: ${real}\n  (register ${url}/api/auth/callback/tiktok under Login Kit, Desktop)`
      : '  Without these two variables the practice TikTok is used.',
    '',
  ].join('\n')
}
