import { expect, test } from 'vitest'
import { NativeApps } from '../../src/parts/native-apps.ts'
import { apps, begin, codeIn, exchange, goOn, startPath } from '../native-apps/house.ts'
import { origin, watched } from './watched.ts'

test('the inspector and the debug log show no code, verifier or key of an app', async () => {
  const { auth, browser, shown: read } = await watched([NativeApps(apps)])
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
  const shown = await read()
  expect(shown.join('\n')).toContain('The code was used')
  for (const hidden of [code, flow.verifier, key.slice(-12), key.slice(12, 34)])
    expect(shown.filter((text) => text.includes(hidden))).toEqual([])
})
