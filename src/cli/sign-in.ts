import { defaultBasePath } from '../config/app-address.ts'
import { nearest } from '../config/did-you-mean.ts'
import { atEmulator } from '../testing/at-emulator.ts'
import { createBrowser, type TestBrowser } from '../testing.ts'
import { basePathOf, readAddress } from './address.ts'
import { readEnvironment } from './application/env-files.ts'
import { type CliContext, type Command, defineCommand } from './command.ts'
import { assertReachable } from './port.ts'
import { whyUnreachable } from './unreachable.ts'

/** Signs in at a development server, for scripts. */
export const signIn: Command = defineCommand({
  summary: 'Sign in at your development server, and print the session cookie',
  about: `For scripts, end-to-end tests and coding agents. Start your application first. It signs in at the platforms that
the emulator plays, so it works in development only: never with a real platform, and never in production.`,
  options: {
    as: { type: 'string', value: '<person>', about: 'ada, noor, …; the first one if left out' },
    provider: { type: 'string', value: '<id>', about: 'by default your first platform' },
    url: {
      type: 'string',
      value: '<address>',
      about: 'where your application runs; by default AUTH_URL or http://localhost:3000',
    },
  },
  exits: true,
  async run({ values }, context) {
    const { origin, basePath } = await findApplication(values.url, context)
    const base = origin + basePath
    const provider = await choosePlatform(base, values.provider)
    const browser = createBrowser({ origin, basePath, app: (request) => reached(request, origin) })
    await signInAt(browser, provider, { basePath, as: values.as })
    const session = await browser.session()
    if (!session)
      throw new Error(
        `The sign-in with ${provider} made no session. The application's log says why.`,
      )
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    context.report(
      { provider, url: origin, session, cookie },
      `Signed in as ${session.user.name ?? session.user.email ?? session.user.id}.

curl -H 'Cookie: ${cookie}' ${base}/session`,
    )
  },
})

/** The application's address: the typed one, else by its variables and its configuration. */
async function findApplication(typed: string | undefined, { env, folder }: CliContext) {
  const read = readEnvironment(folder, { env, mode: 'development' })
  const { usualApplication } = await import('./application.ts')
  const { application } = await usualApplication(folder, read.env)
  const { url: written, basePath = defaultBasePath } = application?.written ?? {}
  const variable = read.env.AUTH_URL || written || 'http://localhost:3000'
  const address = typed
    ? readAddress('--url', typed)
    : readAddress('AUTH_URL', variable, (message) => new Error(message))
  assertReachable('--url', Number(address.port))
  return { origin: address.origin, basePath: basePathOf(address, basePath) }
}

/** The platform to sign in with: the named one, else the first. Throws if there is none. */
async function choosePlatform(base: string, wanted: string | undefined): Promise<string> {
  const list = await providersAt(base)
  const platforms = Object.keys(list).filter((id) => isPlatform(list[id]))
  const [first] = platforms
  if (first === undefined)
    throw new Error(`${base}/providers names no platform: sign-in needs one, such as TikTok.`)
  if (wanted === undefined || platforms.includes(wanted)) return wanted ?? first
  const meant = nearest(wanted, platforms)
  throw new Error(
    Object.hasOwn(list, wanted)
      ? `${wanted} is no platform, so nobody can sign in without a person: choose one of ${platforms.join(', ')}.`
      : `The application has no provider "${wanted}"${meant ? `: did you mean ${meant}?` : `: it has ${platforms.join(', ')}.`}`,
  )
}

function isPlatform(provider: unknown): boolean {
  return /^(oauth|oidc)$/.test(String(Object(provider).type))
}

/** The application's list of providers; throws if something else answers, or the application refuses. */
async function providersAt(base: string): Promise<Readonly<Record<string, unknown>>> {
  const response = await reached(new Request(`${base}/providers`, asProgram), new URL(base).origin)
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && typeof body === 'object' && body !== null) return { ...body }
  if (Object(body).error === 'Configuration')
    throw new Error('The application is not configured. Its log says what is wrong.')
  const kind = response.headers.get('content-type')?.split(';')[0] || 'nothing'
  const target = response.headers.get('location')
  const found = target ? `redirects to ${target}` : `answers ${response.status} with ${kind}`
  throw new Error(
    `${base}/providers ${found}, so it is not Portico.\nSay where your application is with --url, and add the path of the routes if it is not /api/auth.`,
  )
}

const asProgram = { headers: { accept: 'application/json' } }

/** The milliseconds that the application may take to answer: a development server may compile first. */
const patience = 60_000

async function reached(request: Request, origin: string): Promise<Response> {
  try {
    return await fetch(request, { redirect: 'manual', signal: AbortSignal.timeout(patience) })
  } catch (cause) {
    const [message] = whyUnreachable(new URL(origin), cause)
    throw new Error(
      `${message}.\nStart your application with \`npx porticojs dev -- npm run dev\`, or say where it is with --url.`,
      { cause },
    )
  }
}

/** Presses the button, acts as the person at the platform, and returns to the application. */
async function signInAt(
  browser: TestBrowser,
  provider: string,
  { basePath, as }: { basePath: string; as: string | undefined },
): Promise<void> {
  const started = await browser.submit(`${basePath}/signin/${provider}`, {}, asProgram.headers)
  const url = await nextStep(started, provider)
  const back = await atEmulator(url, provider, as)
  const answer =
    back instanceof Request
      ? await browser.send(back, { crossSite: true })
      : await browser.visit(back, asProgram.headers)
  if (answer.status >= 400) await nextStep(answer, provider)
  const location = URL.parse(answer.headers.get('location') ?? '', 'http://localhost')
  const error = location?.searchParams.get('error')
  if (error) throw refused(provider, error)
}

/** The address that an answer leads to; throws if the application refused. */
async function nextStep(answer: Response, provider: string): Promise<string> {
  const { url, error, message }: Record<string, unknown> = Object(
    await answer.json().catch(() => undefined),
  )
  if (answer.ok && typeof url === 'string') return url
  throw refused(provider, typeof message === 'string' ? message : String(error ?? answer.status))
}

function refused(provider: string, why: string): Error {
  return new Error(
    `The sign-in with ${provider} was refused: ${why.replace(/\.$/, '')}. The application's log says more.`,
  )
}
