import { expect, test } from 'vitest'
import { Auth } from '../../src/index.ts'
import { AccessTokens } from '../../src/parts/access-tokens.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import { secret } from '../setup.ts'
import { toldAddress } from './key.ts'

const origin = 'http://localhost:3000'

test('the inspector and the debug log show no access token, made or sent', async () => {
  const said: string[] = []
  const auth = Auth({
    providers: [
      Credentials({
        credentials: { name: {} },
        authorize: ({ name }) => ({ id: String(name), name: String(name) }),
      }),
    ],
    parts: [AccessTokens({ scopes: ['read'], defaultScopes: ['read'] })],
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
  await browser.submit('/api/auth/callback/credentials', { name: 'ada' })
  const fields = { name: 'CI', 'scope read': 'yes' }
  const page = await (await browser.submit('/api/auth/tokens', fields)).text()
  const token = /portico_pat_\w{38}/.exec(page)?.[0] ?? ''
  expect(token).not.toBe('')
  const authorization = `Bearer ${token}`
  expect((await auth.session(new Headers({ authorization })))?.user.name).toBe('ada')
  // A whole sign-in carries it along, and a request that is refused.
  await browser.submit('/api/auth/callback/credentials', { name: 'noor' }, { authorization })
  await browser.submit('/api/auth/signin/credentials', {}, { authorization })
  await browser.visit('/api/auth/account', { authorization })
  await browser.visit('/api/auth/nothing', { authorization })
  const list = await (await browser.visit('/api/auth/inspect')).text()
  const paths = [...list.matchAll(/href="(\/api\/auth\/inspect\/[\w-]{16})"/g)]
  expect(paths.length).toBeGreaterThan(0)
  const shown = [list, ...said]
  for (const [, path = ''] of paths)
    for (const one of [path, `${path}.json`]) shown.push(await (await browser.visit(one)).text())
  expect(shown.join('\n')).toContain('noor')
  expect(shown.filter((text) => text.includes(token.slice(-12)))).toEqual([])
})
