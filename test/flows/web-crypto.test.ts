import { afterEach, expect, test, vi } from 'vitest'
import { stage } from '../attacks/stage.ts'
import { application, certified } from './certified.ts'
import { signedIn } from './club.ts'

afterEach(() => void vi.restoreAllMocks())

/** As on a runtime that has WebCrypto and nothing else. */
function withoutNode() {
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)
}

test('people sign in, are known and sign out where only WebCrypto is there', async () => {
  withoutNode()
  const { browser } = await stage({ session: { strategy: 'cookie' } })
  await browser.signIn('plain', { as: 'ada' })
  expect((await browser.session())?.user.name).toBe('Ada Lovelace')
  await browser.signOut()
  expect(await browser.session()).toBeNull()
})

test('an id token that is signed with the client secret is known by it there', async () => {
  withoutNode()
  const id_token_signed_response_alg = 'HS256'
  const server = await certified({ id_token_signed_response_alg })
  const { browser } = application(server, { client: { id_token_signed_response_alg } })
  await browser.signIn('certified')
  expect(await browser.session()).toMatchObject(signedIn)
})

test('a session that one runtime sealed is read by the other, and by a newer secret’s too', async () => {
  const old = 'an-old-secret-of-sufficient-length-0123456789'
  const newer = 'a-newer-secret-of-sufficient-length-012345678'
  const sealing = await stage({ session: { strategy: 'cookie' }, secret: old })
  await sealing.browser.signIn('plain', { as: 'ada' })
  const cookie = [...sealing.browser.cookies].map((pair) => pair.join('=')).join('; ')
  const request = new Request('https://app.test', { headers: { cookie } })
  withoutNode()
  for (const secret of [old, [newer, old]]) {
    const { auth } = await stage({ session: { strategy: 'cookie' }, secret })
    expect((await auth.session(request))?.user.name).toBe('Ada Lovelace')
  }
  const stranger = await stage({ session: { strategy: 'cookie' }, secret: newer })
  expect(await stranger.auth.session(request)).toBeNull()
})
