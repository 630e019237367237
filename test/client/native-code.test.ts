import { expect, test } from 'vitest'
import { createNativeClient } from '../../src/client/native.ts'
import { origin } from '../setup.ts'
import { acme, libraryCode, links, minisCode } from '../tiktok/apps.ts'
import { keychain } from './keychain.ts'

async function phone() {
  const at = await acme()
  const { store, items } = keychain()
  const sent: string[] = []
  const client = createNativeClient({
    url: origin,
    app: 'acme',
    store,
    device: 'iPhone',
    fetch: async (input, init) => {
      const request = new Request(input, init)
      sent.push(new URL(request.url).pathname.replace('/api/auth/', ''))
      return at.auth.handler(request)
    },
    open: async () => null,
  })
  return { ...at, client, sent, items }
}

test('signInWithCode() signs in by the code of TikTok’s library, and keeps the key', async () => {
  const { client, sent, world } = await phone()
  const library = () => libraryCode(world, 'ios', links.ios)
  const session = await client.signInWithCode('tiktok', 'ios', library)
  expect(session?.user.name).toBe('Ada')
  expect(await client.session()).toEqual(session)
  expect(sent).toEqual(['native-token', 'session'])
})

test('signInWithCode() asks for a nonce where the library has no verifier', async () => {
  const { client, sent, world } = await phone()
  const library = async () => ({ code: await minisCode(world, 'user.info.basic') })
  expect((await client.signInWithCode('tiktok', 'minis', library))?.user.name).toBe('Ada')
  expect(sent).toEqual(['native-nonce', 'native-token'])
})

test('signInWithCode() resolves with null when the person cancels, and asks nobody', async () => {
  const { client, sent } = await phone()
  expect(await client.signInWithCode('tiktok', 'ios', async () => null)).toBeNull()
  expect(sent).toEqual([])
})

test('signInWithCode() rejects when TikTok refuses the code, and nobody is signed in', async () => {
  const { client, items } = await phone()
  const library = async () => ({ code: 'made-up', codeVerifier: 'v'.repeat(43) })
  await expect(client.signInWithCode('tiktok', 'ios', library)).rejects.toThrow()
  expect([...items.values()]).toEqual([])
})
