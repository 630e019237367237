import type { Emulator } from '../../src/emulator/index.ts'
import { NativeApps } from '../../src/parts/native-apps.ts'
import { Android, Desktop, Ios, Minis } from '../../src/parts/tiktok-kits.ts'
import { origin, type Setup } from '../setup.ts'
import { keys, tiktok } from './practice.ts'

/** The redirect addresses of the kits, as they are registered. */
export const links = {
  ios: 'https://acme.example/tiktok/ios',
  android: 'https://acme.example/tiktok/android',
  desktop: 'http://127.0.0.1:*/callback/',
}

const registration = {
  ios: [links.ios],
  android: [links.android],
  desktop: [links.desktop],
  minis: true,
}

/** An application with all kits of TikTok for apps, and the app Acme. */
export function acme(
  kits: NonNullable<Parameters<typeof tiktok>[0]>['kits'] = [
    Ios({ redirects: [links.ios] }),
    Android({ redirects: [links.android] }),
    Desktop({ redirects: [links.desktop] }),
    Minis(),
  ],
): ReturnType<typeof tiktok> {
  const apps = NativeApps([{ id: 'acme', name: 'Acme', redirects: ['com.acme.app:/signed-in'] }])
  return tiktok({ kits }, { parts: [apps] }, registration)
}

/** What TikTok's library on a phone or a desktop does: it makes a verifier, opens TikTok, and gets a code by the app's link. */
export async function libraryCode(
  world: Emulator,
  kit: string,
  redirect_uri: string,
): Promise<{ code: string; codeVerifier: string }> {
  const order = { kit, client_id: keys.clientId, redirect_uri, as: 'ada' }
  const { code, code_verifier = '' } = await world.appSignIn('tiktok', order)
  return { code, codeVerifier: code_verifier }
}

/** What TTMinis.login() gives a Mini, and with a scope TTMinis.authorize(). */
export async function minisCode(world: Emulator, scope?: string): Promise<string> {
  const order = { kit: 'minis', client_id: keys.clientId, as: 'ada', ...(scope && { scope }) }
  return (await world.appSignIn('tiktok', order)).code
}

/** A request of the app itself, without cookies. */
export function request(): Request {
  return new Request(`${origin}/api/tiktok`, { method: 'POST' })
}

/** A form that the app posts to one of the routes. */
export async function post(
  { auth }: Pick<Setup, 'auth'>,
  path: string,
  form: Record<string, string>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await auth.handler(
    new Request(`${origin}/api/auth/${path}`, { method: 'POST', body: new URLSearchParams(form) }),
  )
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** The nonce of the app, for kits without PKCE. */
export async function nonce(parts: Pick<Setup, 'auth'>): Promise<string> {
  return String((await post(parts, 'native-nonce', { client_id: 'acme' })).body.nonce)
}
