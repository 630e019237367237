// One of several servers that share a database. Started as a process of its own by shared-database.servers.test.ts.
import { Auth } from '../../src/index.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { createBrowser } from '../../src/testing.ts'
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

/** Presses “Allow” on the consent page of the practice platform, over HTTP. */
async function allow(url: string): Promise<string> {
  const markup = await (await fetch(url)).text()
  const decoded = (text: string) =>
    text.replace(/&#(\d+);/g, (_, point) => String.fromCodePoint(point)).replaceAll('&amp;', '&')
  const values = (name: string) =>
    [...markup.matchAll(new RegExp(` name="${name}" value="([^"]*)"`, 'g'))].map(([, value = '']) =>
      decoded(value),
    )
  const body = new URLSearchParams({
    request: values('request')[0] ?? '',
    persona: 'ada',
    decision: 'allow',
  })
  for (const scope of values('scope')) body.append('scope', scope)
  const action = decoded(/<form method="post" action="([^"]+)"/.exec(markup)?.[1] ?? '')
  const response = await fetch(new URL(action, url), { method: 'POST', body, redirect: 'manual' })
  return response.headers.get('location') ?? ''
}

async function signIn(): Promise<string> {
  const browser = createBrowser({ origin, app: auth.handler, now, atPlatform: (url) => allow(url) })
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
