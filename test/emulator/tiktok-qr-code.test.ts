import { expect, test } from 'vitest'
import type { Emulator } from '../../src/emulator/index.ts'
import { client, post, practice, tokenAddress, userInfo, web } from './practice.ts'

const api = 'https://open.tiktokapis.com/v2/oauth'
const { client_key } = client

type Shown = { scan_qrcode_url: string; token: string }
type Checked = { status: string; client_ticket: string; code?: string; redirect_uri?: string }

async function show(tiktok: Emulator): Promise<Shown> {
  const form = { client_key, scope: 'user.info.basic', state: 'screen 7' }
  return (await (await post(tiktok, `${api}/get_qrcode/`, form)).json()) as Shown
}

async function check(tiktok: Emulator, token: string): Promise<Checked> {
  return (await (
    await post(tiktok, `${api}/check_qrcode/`, { ...client, token })
  ).json()) as Checked
}

const filled = ({ scan_qrcode_url }: Shown): string =>
  scan_qrcode_url.replace('client_ticket=tobefilled', 'client_ticket=mine')

test('a screen shows a code, a phone scans and allows it, the screen signs in', async () => {
  const tiktok = await practice()
  const shown = await show(tiktok)
  expect(shown.scan_qrcode_url).toMatch(/^aweme:\/\/authorize\?authType=100&/)
  expect(await check(tiktok, shown.token)).toEqual({ status: 'new', client_ticket: '' })
  const page = await tiktok.decide(filled(shown), { as: 'ada' })
  expect(await page.text()).toContain('The other screen continues.')
  const { code, ...rest } = await check(tiktok, shown.token)
  expect(rest).toEqual({ status: 'confirmed', client_ticket: 'mine', state: 'screen 7' })
  const answer = await post(tiktok, tokenAddress, {
    ...client,
    grant_type: 'authorization_code',
    code,
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  expect((await userInfo(tiktok, access_token, 'open_id')).status).toBe(200)
  expect((await check(tiktok, shown.token)).status).toBe('utilised')
})

test('the code may come inside an address instead', async () => {
  const tiktok = await practice({ doubts: { qrCode: 'redirect_uri' } })
  const shown = await show(tiktok)
  await tiktok.decide(filled(shown))
  const { code, redirect_uri = '' } = await check(tiktok, shown.token)
  expect(code).toBeUndefined()
  expect(redirect_uri.startsWith(`${web}?code=`)).toBe(true)
})

test('a QR code stays unused if somebody denies, is banned or comes too late', async () => {
  const tiktok = await practice()
  const shown = await show(tiktok)
  await tiktok.decide(filled(shown), { deny: true })
  await tiktok.decide(filled(shown), { as: 'bea' })
  expect((await check(tiktok, shown.token)).status).toBe('scanned')
  tiktok.clock.advance('5m')
  expect((await check(tiktok, shown.token)).status).toBe('expired')
  const page = await tiktok.approve(filled(shown))
  expect(page.searchParams.get('advice')).toMatch(/over/)
})

test('a ticket must be filled in, and a code belongs to its application', async () => {
  const tiktok = await practice()
  const shown = await show(tiktok)
  const page = await tiktok.approve(shown.scan_qrcode_url)
  expect(page.searchParams.get('advice')).toMatch(/client_ticket/)
  const other = {
    client_key: 'awpractice00000001',
    client_secret: 'practice-secret-of-production-001',
  }
  const { token } = shown
  const stolen = await post(tiktok, `${api}/check_qrcode/`, { ...other, token })
  expect(await stolen.json()).toMatchObject({ error: 'invalid_request' })
})

test('a code is given to known applications for their own scopes only', async () => {
  const tiktok = await practice()
  const ask = async (form: Record<string, string>): Promise<unknown> =>
    (await post(tiktok, `${api}/get_qrcode/`, form)).json()
  expect(await ask({ client_key: 'x', scope: 'user.info.basic' })).toMatchObject({
    error: 'invalid_client',
  })
  expect(await ask({ client_key, scope: 'video.publish' })).toMatchObject({
    error: 'invalid_request',
  })
  expect(await ask({ client_key })).toMatchObject({ error: 'invalid_request' })
})
