import { expect, test } from 'vitest'
import { emulator } from '../../src/emulator/index.ts'
import AzureAD from '../../src/providers/azure-ad.ts'
import { memory } from '../../src/storage/memory.ts'
import { setup } from '../setup.ts'
import { keys } from './catalogue.ts'
import { platformOf } from './platform.ts'
import { sampleOf } from './sample.ts'

const photo = 'https://graph.microsoft.com/v1.0/me/photos/48x48/$value'
const jpeg = { 'content-type': 'image/jpeg' }

/** Somebody signs in at a directory that keeps photos, and the world may have changed before. */
async function signIn({ answer, scope, withStorage = true }: Order = {}) {
  const sample = sampleOf('azure-ad')
  if (!sample) throw new Error('There is no sample')
  const token = { ...sample.token, scope: scope ?? 'openid profile email User.Read' }
  const world = await emulator({
    platforms: [platformOf('azure-ad', { ...sample, token }, keys, false)],
  })
  if (answer) world.next({ endpoint: 'also', answer })
  const params = scope && { authorization: { params: { scope } } }
  const providers = [AzureAD({ ...keys, ...params })]
  const { browser, log } = await setup(
    { providers, ...(withStorage && { storage: memory() }) },
    world,
  )
  await browser.signIn('azure-ad')
  expect(log).toEqual({ errors: [], warnings: [] })
  const asked = world.received.filter(({ url }) => url === photo).length
  return { user: (await browser.session())?.user, asked }
}

type Order = { answer?: Response; scope?: string; withStorage?: boolean }

test('a photo that only the token opens becomes the picture itself', async () => {
  const { user } = await signIn()
  expect(user).toMatchObject({ name: 'Ada Lovelace', image: 'data:image/jpeg;base64,/9j/4AAQ' })
})

test('no photo is asked for with other scopes: the token may be for somebody else', async () => {
  expect(await signIn({ scope: 'openid profile email api://acme/read' })).toMatchObject({
    user: { name: 'Ada Lovelace', image: null },
    asked: 0,
  })
})

test.each<[string, () => Response]>([
  ['none', () => Response.json({ error: { code: 'ImageNotFound' } }, { status: 404 })],
  ['a page', () => new Response('<p>', { headers: { 'content-type': 'text/html' } })],
  [
    'a drawing',
    () => new Response('<svg onload="x()"/>', { headers: { 'content-type': 'image/svg+xml' } }),
  ],
  ['an empty one', () => new Response('', { headers: jpeg })],
  ['a huge one', () => new Response(new Uint8Array(30_000), { headers: jpeg })],
])('nobody is kept out for want of a picture: %s', async (_, answer) => {
  expect(await signIn({ answer: answer() })).toMatchObject({
    user: { name: 'Ada Lovelace', image: null },
    asked: 1,
  })
})

test('without a storage, a picture that would fill the cookie is left behind', async () => {
  const large = () => new Response(new Uint8Array(6_000).fill(7), { headers: jpeg })
  const stored = await signIn({ answer: large() })
  expect(stored.user?.image).toHaveLength(8_000 + 'data:image/jpeg;base64,'.length)
  const { user } = await signIn({ answer: large(), withStorage: false })
  expect(user).toMatchObject({ name: 'Ada Lovelace', image: null })
  const small = await signIn({ withStorage: false })
  expect(small.user?.image).toBe('data:image/jpeg;base64,/9j/4AAQ')
})
