import { expect, test } from 'vitest'
import { Auth } from '../../src/index.ts'
import { NativeApps } from '../../src/parts/native-apps.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import { apps, begin, codeIn, exchange, goOn, startPath } from '../native-apps/house.ts'
import { secret } from '../setup.ts'
import { toldAddress } from './key.ts'

const origin = 'http://localhost:3000'

test('the inspector and the debug log show no code, verifier or key of an app', async () => {
  const said: string[] = []
  const auth = Auth({
    providers: [
      Credentials({
        credentials: { name: {} },
        authorize: ({ name }) => ({ id: String(name), name: String(name) }),
      }),
    ],
    parts: [NativeApps(apps)],
    secret,
    storage: memory(),
    debug: true,
    logger: {
      error: (error) => void said.push(String(error), JSON.stringify(error)),
      warn: (line) => void said.push(line),
      debug: (line) => void said.push(line),
    },
    runtime: { env: { NODE_ENV: 'development' } },
  })
  const browser = createBrowser({ origin, app: auth.handler })
  await browser.session()
  await browser.visit(toldAddress(said))
  const flow = begin()
  await browser.visit(startPath(flow))
  const callbackUrl = `${origin}${startPath(flow)}`
  await browser.submit('/api/auth/callback/credentials', { name: 'noor', callbackUrl })
  const code = codeIn(await goOn(browser, flow))
  const answer = await browser.submit('/api/auth/native-token', exchange(flow, code))
  const { access_token: key } = await answer.json()
  const authorization = `Bearer ${key}`
  expect((await auth.session(new Headers({ authorization })))?.user.name).toBe('noor')
  // A code that was used, a key of another app, and whole sign-ins with the key beside them are seen too.
  await browser.submit('/api/auth/native-token', exchange(flow, code))
  const other = { grant_type: 'refresh_token', client_id: 'other', refresh_token: key }
  await browser.submit('/api/auth/native-token', other)
  await browser.submit('/api/auth/callback/credentials', { name: 'ada' }, { authorization })
  await browser.visit('/api/auth/nothing', { authorization })
  const list = await (await browser.visit('/api/auth/inspect')).text()
  const paths = [...list.matchAll(/href="(\/api\/auth\/inspect\/[\w-]{16})"/g)]
  expect(paths.length).toBeGreaterThan(0)
  const shown = [list, ...said]
  for (const [, path = ''] of paths)
    for (const one of [path, `${path}.json`]) shown.push(await (await browser.visit(one)).text())
  expect(shown.join('\n')).toContain('The code was used')
  for (const hidden of [code, flow.verifier, key.slice(-12), key.slice(12, 34)])
    expect(shown.filter((text) => text.includes(hidden))).toEqual([])
})
