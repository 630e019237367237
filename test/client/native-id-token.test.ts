import { describe, expect, test } from 'vitest'
import { createNativeClient, type Sheet } from '../../src/client/native.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import { goOn } from '../native-apps/house.ts'
import { bundle, ios, sheets } from '../native-apps/sheet.ts'
import { keychain } from './keychain.ts'

/** Ada's phone, with the libraries of Google and Apple. */
async function phone(config: Parameters<typeof sheets>[0] = {}) {
  const at = await sheets(config)
  const { store, items } = keychain()
  const sent: string[] = []
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    expect([request.headers.get('cookie'), request.credentials]).toEqual([null, 'omit'])
    sent.push(new URL(request.url).pathname.replace('/api/auth/', ''))
    return at.auth.handler(request)
  }
  const client = createNativeClient({
    url: 'https://app.test',
    app: 'acme',
    store,
    device: 'iPhone',
    fetch: send,
    open: async (begin) => {
      const url = new URL(await begin('com.acme.app:/signed-in'))
      return goOn(at.browser, { query: Object.fromEntries(url.searchParams), verifier: '' })
    },
  })
  /** What an app writes for Google's library, and for Apple's. */
  const google: Sheet = async ({ nonce }) => {
    const order = { client_id: ios, nonce, as: 'ada' }
    return { idToken: (await at.platform.appSignIn('google', order)).id_token }
  }
  const apple: Sheet = async ({ hashedNonce: nonce }) => {
    const order = { client_id: bundle, nonce, as: 'ada' }
    const { id_token: idToken, fullName } = await at.platform.appSignIn('apple', order)
    return { idToken, fullName: fullName ?? null }
  }
  return { ...at, client, google, apple, sent, items }
}

describe('signInWithIdToken()', () => {
  test('signs in by Google’s sheet, and the key is kept', async () => {
    const { client, google, sent } = await phone()
    const session = await client.signInWithIdToken('google', google)
    expect(session?.user.name).toBe('Ada Lovelace')
    expect(client.get()).toEqual({ session, error: undefined })
    expect(await client.session()).toEqual(session)
    expect(sent).toEqual(['native-nonce', 'native-token', 'session'])
  })

  test('signs in by Apple’s sheet, with the name that Apple tells once', async () => {
    const { client, apple, auth } = await phone()
    const { user } = (await client.signInWithIdToken('apple', apple)) ?? {}
    expect(user).toMatchObject({ name: 'Ada Lovelace', email: 'ada@people.test' })
    const [listed] = await auth.sessions.list({ userId: user?.id ?? '' })
    expect(listed?.userAgent).toBe('Acme/native (iPhone)')
  })

  test('returns null and asks nothing more if the person cancels', async () => {
    const { client, sent } = await phone()
    expect(await client.signInWithIdToken('google', async () => null)).toBeNull()
    expect(sent).toEqual(['native-nonce'])
  })

  test('goes on in the browser if a second factor is needed', async () => {
    const { client, google, browser } = await phone({ parts: [SecondFactor()] })
    await browser.signIn('google', { as: 'ada' })
    await browser.setUpFactor()
    const session = await client.signInWithIdToken('google', google)
    expect(session?.user.id).toBe((await browser.session())?.user.id)
  })

  test('rejects with the code of whatever refused it, and nobody is signed in', async () => {
    const { client, google, platform } = await phone({ callbacks: { signIn: () => false } })
    await expect(client.signInWithIdToken('google', google)).rejects.toMatchObject({
      code: 'AccessDenied',
      status: 403,
    })
    const stale: Sheet = async () => ({
      idToken: (await platform.appSignIn('google', { client_id: ios })).id_token,
    })
    await expect(client.signInWithIdToken('google', stale)).rejects.toMatchObject({
      code: 'SessionRequired',
    })
    expect(await client.session()).toBeNull()
  })
})
