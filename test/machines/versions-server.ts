// One of several servers of different versions. Started as a process of its own by versions.test.ts, with the folder of its sources.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type * as Portico from '../../src/index.ts'
import type TikTok from '../../src/providers/tiktok.ts'
import { secret } from '../setup.ts'

const [sources = '', database = '', emulator = ''] = process.argv.slice(2)
const { Auth }: typeof Portico = await import(join(sources, 'src/index.ts'))
const { default: tiktok }: { default: typeof TikTok } = await import(
  join(sources, 'src/providers/tiktok.ts')
)
const origin = 'http://localhost:3000'
let ahead = 0
const auth = Auth({
  url: origin,
  secret,
  database,
  runtime: { emulator, env: { NODE_ENV: 'test' }, now: () => Date.now() + ahead },
  providers: [
    tiktok({
      kit: 'desktop',
      clientId: 'sbawpractice000001',
      clientSecret: 'practice-secret-of-the-sandbox-01',
    }),
  ],
})

/** What the test asks for besides pages. */
const controls: Record<string, (value: string) => unknown> = {
  '/ahead': (value) => {
    ahead = Number(value)
  },
  '/token': (userId) => auth.accessToken({ userId }, 'tiktok'),
}

async function answer(url: URL, method: string, headers: Headers, text: string): Promise<Response> {
  const control = controls[url.pathname]
  if (!control)
    return auth.handler(new Request(url, { method, headers, ...(text && { body: text }) }))
  const result = await Promise.resolve(control(url.searchParams.get('of') ?? '')).catch(
    (error: Error & { code?: string; hint?: string }) =>
      `${error.code}: ${error.message} ${error.hint}`,
  )
  return new Response(String(result))
}

const server = createServer(async (request, response) => {
  let text = ''
  for await (const part of request) text += part
  const headers = new Headers(Object.entries(request.headers) as [string, string][])
  const url = new URL(request.url ?? '/', origin)
  const answered = await answer(url, request.method ?? 'GET', headers, text)
  response.statusCode = answered.status
  for (const [name, value] of answered.headers) response.appendHeader(name, value)
  response.end(await answered.text())
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
