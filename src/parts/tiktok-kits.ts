// The entry point of TikTok's kits: docs/tiktok.md shows how each is registered and used.
import { codeKit } from '../kits/code-kit.ts'
import { qrKit } from '../kits/qr-kit.ts'
import type { Kit } from '../types/kit.ts'

export type { CodeKitName, Kit, QrCodeText } from '../types/kit.ts'

/** The redirect addresses of a kit. */
export interface KitRedirects {
  /** The addresses that the app passes to TikTok's library, exactly as they are registered. */
  redirects: readonly [string, ...string[]]
}

const oauth = 'https://open.tiktokapis.com/v2/oauth'

/**
 * Login Kit for iOS: TikTok's library gives the app a code, which the app sends with its PKCE verifier.
 *
 * @example
 * TikTok({ kits: [Ios({ redirects: ['https://acme.example/tiktok'] })] })
 */
export function Ios({ redirects }: KitRedirects): Kit<'ios'> {
  return codeKit({ name: 'ios', redirects, verifierLength: 43 }, claimedLinks(redirects))
}

/** Login Kit for Android. Its library makes PKCE verifiers of 32 characters. */
export function Android({ redirects }: KitRedirects): Kit<'android'> {
  return codeKit({ name: 'android', redirects, verifierLength: 32 }, claimedLinks(redirects))
}

/**
 * Login Kit for Desktop, for an app that receives the code at loopback itself. A server on localhost needs `kit: 'desktop'` of the provider
 * instead.
 *
 * @example
 * TikTok({ kits: [Desktop({ redirects: ['http://127.0.0.1:*\/callback/'] })] })
 */
export function Desktop({ redirects }: KitRedirects): Kit<'desktop'> {
  const isGood = (address: string) =>
    /^https?:\/\/(localhost|127\.0\.0\.1):(\*|[1-9]\d{0,4})\/[^?#]+$/.test(address)
  return codeKit(
    { name: 'desktop', redirects, verifierLength: 43 },
    wrongAddress(redirects, isGood, 'http://127.0.0.1:*/callback/: a port or *, and a path'),
  )
}

/** TikTok Minis and mini games. Their codes come without redirect address and PKCE; therefore each needs a nonce of `/native-nonce`. */
export function Minis(): Kit<'minis'> {
  return codeKit({
    name: 'minis',
    // The silent login grants only the id, and TikTok's profile needs more.
    profile: ({ scope = '', open_id }) =>
      scope.split(' ').includes('user.info.basic') ? undefined : { data: { user: { open_id } } },
  })
}

/** Login Kit with QR code: a screen shows a code, and the TikTok app on the phone scans it. */
export function QrCode(): Kit<'qr'> {
  return qrKit({
    name: 'qr',
    codeUrl: `${oauth}/get_qrcode/`,
    statusUrl: `${oauth}/check_qrcode/`,
    names: {
      url: 'scan_qrcode_url',
      token: 'token',
      status: 'status',
      ticket: 'client_ticket',
      redirect: 'redirect_uri',
    },
    placeholder: 'tobefilled',
    states: { new: 'waiting', scanned: 'scanned', confirmed: 'confirmed' },
  })
}

function claimedLinks(redirects: readonly string[]): Kit['problem'] {
  const isGood = (address: string) =>
    /^https:\/\/[^/?#:]+\/[^?#]*$/.test(address) && !/^https:\/\/(localhost|[\d.]+)\//.test(address)
  return wrongAddress(redirects, isGood, 'https://acme.example/tiktok: a link that the app claims')
}

function wrongAddress(
  redirects: unknown,
  isGood: (address: string) => boolean,
  form: string,
): Kit['problem'] {
  const hint = `Register and list addresses like ${form}, without query and fragment, of fewer than 512 characters; at most ten.`
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > 10)
    return { found: 'A kit needs one to ten `redirects`', hint }
  const wrong = redirects.find(
    (one) => typeof one !== 'string' || !isGood(one) || one.length >= 512,
  )
  return wrong === undefined
    ? undefined
    : { found: `TikTok does not take the redirect address ${String(wrong).slice(0, 200)}`, hint }
}
