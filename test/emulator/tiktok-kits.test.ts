import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Emulator } from '../../src/emulator/index.ts'
import { client, post, practice, tokenAddress, userInfo } from './practice.ts'

const { client_key } = client
const verifier = 'a'.repeat(32)
const links = { ios: 'https://acme.example/ios', android: 'https://acme.example/android' }
const kits = { ...links, desktop: 'http://127.0.0.1:*/tiktok/' }

function registered(): Promise<Emulator> {
  const app = {
    ...client,
    environment: 'sandbox' as const,
    scopes: ['user.info.basic'],
    minis: true,
  }
  const tabs = Object.entries(kits).map(([kit, uri]) => [kit, [uri]])
  return practice({ apps: [{ ...app, ...Object.fromEntries(tabs) }] })
}

async function authorize(tiktok: Emulator, changes: Record<string, string>): Promise<URL> {
  const query = new URLSearchParams({
    ...{ client_key, response_type: 'code', scope: 'user.info.basic', state: 's' },
    code_challenge: createHash('sha256').update(verifier).digest('hex'),
    ...changes,
  })
  return tiktok.approve(`https://www.tiktok.com/v2/auth/authorize/?${query}`)
}

async function redeem(tiktok: Emulator, form: Record<string, string | undefined>) {
  const grant = { ...client, grant_type: 'authorization_code' }
  const sent = Object.entries({ ...grant, ...form }).filter(([, value]) => value !== undefined)
  const answer = await post(
    tiktok,
    tokenAddress,
    Object.fromEntries(sent) as Record<string, string>,
  )
  return (await answer.json()) as Record<string, string>
}

function mini(tiktok: Emulator, scope?: string): Promise<{ code: string }> {
  const order = { kit: 'minis', client_id: client_key, as: 'ada', ...(scope && { scope }) }
  return tiktok.appSignIn('tiktok', order)
}

test.each(Object.values(links))(
  'sends a code back by the link %s, and wants link and verifier',
  async (redirect_uri) => {
    const tiktok = await registered()
    const code = (await authorize(tiktok, { redirect_uri })).searchParams.get('code') ?? ''
    const tokens = await redeem(tiktok, { code, redirect_uri, code_verifier: verifier })
    expect(tokens.access_token).toMatch(/^act\./)
    for (const wrong of [{ code_verifier: 'b'.repeat(32) }, { redirect_uri: undefined }]) {
      const again = (await authorize(tiktok, { redirect_uri })).searchParams.get('code') ?? ''
      const form = { code: again, redirect_uri, code_verifier: verifier, ...wrong }
      expect((await redeem(tiktok, form)).error).toBe('invalid_request')
    }
  },
)

test('wants a challenge for every kit but the web, and its method on the desktop', async () => {
  const tiktok = await registered()
  for (const redirect_uri of [links.ios, links.android, 'http://127.0.0.1:4100/tiktok/']) {
    const page = await authorize(tiktok, { redirect_uri, code_challenge: '' })
    expect(page.searchParams.get('error_type')).toBe('code_challenge')
  }
  const page = await authorize(tiktok, { redirect_uri: 'http://127.0.0.1:4100/tiktok/' })
  expect(page.searchParams.get('error_type')).toBe('code_challenge_method')
})

test.each([
  ['ios', 'com.acme.app://tiktok'],
  ['android', 'http://acme.example/tiktok'],
  ['ios', 'https://localhost/tiktok'],
])('registers no %s address like %s', async (kit, uri) => {
  await expect(
    practice({ apps: [{ ...client, environment: 'sandbox', [kit]: [uri] }] }),
  ).rejects.toThrow(uri)
})

test('gives a Mini a code that is exchanged with neither address nor verifier', async () => {
  const tiktok = await registered()
  const silent = await mini(tiktok)
  const tokens = await redeem(tiktok, { code: silent.code })
  expect(tokens.scope).toBe('user.info.open_id')
  expect((await userInfo(tiktok, tokens.access_token ?? '', 'open_id')).status).toBe(401)
  const more = { redirect_uri: links.ios, code_verifier: verifier }
  const refused = await redeem(tiktok, { code: (await mini(tiktok)).code, ...more })
  expect(refused.error).toBe('invalid_request')
})

test('refuses a Mini what Minis may not ask for, and a client key that is none of a Mini', async () => {
  const tiktok = await registered()
  await expect(mini(tiktok, 'video.list')).rejects.toThrow('Minis may ask')
  tiktok.next({ endpoint: 'app-sign-in', answer: 'canceled' })
  await expect(mini(tiktok)).rejects.toThrow('cancelled')
  const none = await practice({ apps: [{ ...client, environment: 'sandbox' }] })
  await expect(mini(none)).rejects.toThrow('not that of a Mini')
})

test('plays the libraries: each makes a verifier of its length, and opens its own link only', async () => {
  const tiktok = await registered()
  const order = (kit: string, redirect_uri: string) =>
    tiktok.appSignIn('tiktok', { kit, redirect_uri, client_id: client_key })
  const { code, code_verifier } = await order('android', links.android)
  expect(code_verifier).toHaveLength(32)
  const form = { code, redirect_uri: links.android, code_verifier }
  expect((await redeem(tiktok, form)).access_token).toMatch(/^act\./)
  await expect(order('ios', 'https://acme.example/other')).rejects.toThrow('is not registered')
  await expect(order('web', links.ios)).rejects.toThrow('no library')
})

test('says on its page what is documented and what is assumed of each kit', async () => {
  const tiktok = await registered()
  const page = await (await tiktok.handler(new Request('http://127.0.0.1:4100/'))).text()
  for (const kit of ['Desktop', 'iOS and Android', 'Minis', 'QR code']) expect(page).toContain(kit)
  expect(page).toContain('Assumed: Both parameters are refused')
})
