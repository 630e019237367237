import { expect, test } from 'vitest'
import { AccessTokens } from '../../src/parts/access-tokens.ts'
import { watched } from './watched.ts'

test('the inspector and the debug log show no access token, made or sent', async () => {
  const {
    auth,
    browser,
    shown: read,
  } = await watched([AccessTokens({ scopes: ['read'], defaultScopes: ['read'] })])
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
  const shown = await read()
  expect(shown.join('\n')).toContain('noor')
  expect(shown.filter((text) => text.includes(token.slice(-12)))).toEqual([])
})
