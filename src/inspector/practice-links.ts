import { emulatorOf } from '../config/emulator.ts'
import type { Engine } from '../engine.ts'
import { type Html, html } from '../pages/html.ts'
import { isThisMachine } from './this-machine.ts'
import { pathParts } from './visit.ts'

/** Where the built-in pages end. */
const end = '</main></body></html>'

/**
 * Adds to the built-in pages what only a developer needs: on the sign-in page the way to sign in as somebody else, because practice
 * platforms remember who signed in, and on the page that says "check your email" the inbox.
 */
export async function withPracticeLinks(
  engine: Engine,
  request: Request,
  response: Response,
): Promise<Response> {
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  const note = isPage && isThisMachine(request) && noteFor(engine, request)
  if (!note) return response
  const page = await response.text()
  const { status, headers } = response
  return new Response(
    page.replace(end, () => note.markup + end),
    { status, headers },
  )
}

function noteFor(engine: Engine, request: Request): Html | undefined {
  const { config } = engine
  const [route] = pathParts(engine, request)
  const played = [...config.providers.values()].filter(({ id }) => emulatorOf(config, id))
  if (route === 'verify-request' && played.some(({ type }) => type === 'email')) {
    return html`<p>Development: <a href="${config.emulator?.url}/inbox">the email is in the inbox</a>.</p>`
  }
  if (route === 'signin' && played.some(({ type }) => type !== 'email')) {
    return html`<p>Development: <a href="${config.emulator?.url}/">sign in as somebody else</a>.</p>`
  }
  return undefined
}
