import { expect, test } from 'vitest'
import { Notices } from '../../src/parts/notices.ts'
import { withAda } from '../second-factor/house.ts'
import { base } from './stage.ts'

const spoilt = ['a b', 'é', '"', ',', 'x'.repeat(4000), '', '%00', 'a=b']

test.each(spoilt)('somebody signs in, whichever cookie of theirs holds %j', async (value) => {
  const at = await withAda({}, { parts: [Notices({ send() {} })] })
  const { browser, world, secret, code } = at
  const enter = async (tab: typeof browser) => {
    await tab.signIn('plain', { as: 'ada' })
    const answer = await tab.submit(`${base}/second-factor`, {
      code: await code(secret),
      trust: 'yes',
    })
    expect(answer.status).toBe(303)
    expect(await tab.session()).not.toBeNull()
  }
  await enter(browser)
  const names = [...browser.cookies.keys()]
  expect(names).toEqual(expect.arrayContaining([expect.stringContaining('trusted')]))
  expect(names).toEqual(expect.arrayContaining([expect.stringContaining('notices-device')]))
  for (const name of names) {
    world.clock.advance('1m')
    const tab = browser.clone()
    await tab.signOut()
    // Whoever is trusted takes no second step, and sets nothing.
    const other = name.includes('trusted') ? [] : ['__Host-portico.trusted']
    const lines = [name, ...other].map((each): [string, string] => [
      'set-cookie',
      `${each}=${each === name ? value : 'nobody'}; Path=/; Secure`,
    ])
    tab.take({ headers: new Headers(lines) })
    await enter(tab)
  }
})
