import { text } from '../reply.ts'
import type { Endpoint, Platform } from '../types.ts'
import { practiceWidget, type TurnstileWidget } from './turnstile/registration.ts'
import { siteverify, siteverifyFaults } from './turnstile/siteverify.ts'
import { serveApi, serveFrame } from './turnstile/widget.ts'

export type { TurnstileWidget } from './turnstile/registration.ts'
export { turnstileToken } from './turnstile/tokens.ts'

const base = 'https://challenges.cloudflare.com/turnstile/v0'

/** The widgets that the practice Turnstile knows. */
export type TurnstileOptions = { readonly widgets?: readonly TurnstileWidget[] }

/**
 * A practice Cloudflare Turnstile: the widget's script and frame, and a siteverify that refuses undocumented fields.
 *
 * @see https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 * @see https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/widget-configurations/
 */
export function turnstile({ widgets = [practiceWidget] }: TurnstileOptions = {}): Platform {
  const endpoints: Endpoint[] = [
    { name: 'script', url: `${base}/api.js`, methods: ['GET'], answer: serveApi, quiet: true },
    {
      name: 'widget',
      url: `${base}/practice`,
      methods: ['GET'],
      answer: serveFrame(widgets, 'passes'),
      faults: { asks: serveFrame(widgets, 'asks'), blocks: serveFrame(widgets, 'blocks') },
    },
    {
      name: 'siteverify',
      url: `${base}/siteverify`,
      methods: ['POST'],
      answer: siteverify(widgets),
      faults: siteverifyFaults(widgets),
    },
  ]
  return {
    id: 'turnstile',
    name: 'Cloudflare Turnstile',
    apps: widgets.map(({ siteKey, hostnames }) => ({
      client_id: siteKey,
      name: 'Practice widget',
      redirect_uris: [],
      note: hostnames?.join(', ') ?? 'on every host',
    })),
    personas: [],
    endpoints,
    missing: () => text('Practice Turnstile has no such address.', 404),
  }
}
