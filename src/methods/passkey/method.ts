import type { WebAuthnConfig } from '../../types/webauthn.ts'
import type { Method } from '../method.ts'
import { finish } from './finish.ts'
import { showOptions } from './options.ts'
import { script } from './script.ts'

/** Passkeys. A ceremony begins with its options and ends at the callback; both are asked for by a script. */
export const passkey: Method<Readonly<WebAuthnConfig>> = {
  async start({ baseUrl, callbackUrl }) {
    const page = new URL(`${baseUrl}/signin`)
    if (callbackUrl) page.searchParams.set('callbackUrl', callbackUrl)
    return { redirect: page.href }
  },
  finish,
  steps: { 'webauthn-options': showOptions, 'passkey.js': serveScript },
}

async function serveScript(): Promise<Response> {
  return new Response(script, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    },
  })
}
