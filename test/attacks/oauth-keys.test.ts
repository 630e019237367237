import { expect, test } from 'vitest'
import { stage } from './stage.ts'

test('made-up names of keys have the keys fetched once in half a minute', async () => {
  const { browser, world, open } = await stage()
  const fetched = () => world.received.filter(({ endpoint }) => endpoint === 'jwks').length
  await browser.signIn('idp', { as: 'ada' })
  expect(fetched()).toBe(1)
  for (let attempt = 0; attempt < 10; attempt++) {
    world.next({ endpoint: 'token', platform: 'idp', answer: 'id_token_unknown_key' })
    const stranger = open()
    await stranger.signIn('idp', { as: 'eve' })
    expect(await stranger.session()).toBeNull()
  }
  expect(fetched()).toBe(2)
  await browser.signIn('idp', { as: 'ada' })
  expect(await browser.session()).not.toBeNull()
  expect(fetched()).toBe(2)
  world.clock.advance('31s')
  world.next({ endpoint: 'token', platform: 'idp', answer: 'id_token_unknown_key' })
  await open().signIn('idp', { as: 'eve' })
  expect(fetched()).toBe(3)
})

test('keys that do not come when a new one is looked for leave the old ones in use', async () => {
  const { browser, world, open } = await stage()
  await browser.signIn('idp', { as: 'ada' })
  world.next({ endpoint: 'token', platform: 'idp', answer: 'id_token_unknown_key' })
  world.next({ endpoint: 'jwks', platform: 'idp', answer: 'html' })
  await open().signIn('idp', { as: 'eve' })
  const other = open()
  await other.signIn('idp', { as: 'ada' })
  expect(await other.session()).not.toBeNull()
})
