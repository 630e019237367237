import type { Context } from '../context.ts'
import type { Flow } from '../methods/flow.ts'
import { providerFetch } from '../methods/oauth/authorization-server.ts'
import { type Answer, readAnswer } from '../methods/oauth/platform-response.ts'
import type { ResolvedOAuth } from '../methods/oauth/resolved.ts'

/** The facts about a shown code that its flow keeps. */
export interface QrState {
  /** The platform's id of the code. */
  readonly token: string
  /** Our own random value, which the phone must repeat. */
  readonly ticket: string
  /** The address in the drawing. */
  readonly url: string
}

/** A sign-in by a code that a screen shows. */
export type QrFlow = Flow<{ readonly qr: QrState }>

/** Sends a form to one of the kit's addresses, in the platform's dialect. */
export async function askPlatform(
  context: Context,
  provider: ResolvedOAuth,
  url: string,
  form: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { clientId: name = 'client_id', token } = provider.dialect
  const response = await providerFetch(context, provider)(url, {
    method: 'POST',
    headers: { accept: 'application/json', ...token?.headers },
    body: new URLSearchParams({ [name]: provider.clientId, ...form }),
  })
  return readAnswer(response, provider, 'QR code', [form.token])
}
