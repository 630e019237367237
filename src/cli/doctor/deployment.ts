import type { AppProvider } from '../../types/provider.ts'
import type { Application } from '../application.ts'
import { type Asked, ask, type ServerAnswer } from './ask.ts'

/** A deployment that answers, as seen from outside. */
export interface Deployment {
  /** The origin at which people reach it. */
  readonly origin: string
  /** The origin and the path of the routes. */
  readonly base: string
  /** Its configuration, if that was loaded too. */
  readonly application: Application | undefined
  /** The answer by which it was found. */
  readonly first: ServerAnswer
  /** True if it runs for development: then its inspector refused the request. */
  readonly develops: boolean
  /** The providers, as its routes list them. */
  readonly providers: Readonly<Record<string, AppProvider>>
  /** A sign-in that was started, up to the redirect to the platform. */
  readonly started: StartedSignIn | undefined
  /** Requests a path below the base. */
  ask(path: string, asked?: Asked): Promise<ServerAnswer>
}

/** The address that a sign-in leads to, and the cookies that belong to it. */
export interface StartedSignIn {
  readonly provider: string
  readonly location: URL
  readonly cookies: string
  readonly setCookies: readonly string[]
}

/** Explores a deployment: its providers, and where a sign-in leads. Nobody is signed in. */
export async function visitDeployment(
  base: URL,
  first: ServerAnswer,
  application: Application | undefined,
): Promise<Deployment> {
  const { origin, href } = base
  const askHere = (path: string, asked?: Asked) => ask(new URL(href + path), asked)
  const list = await askHere('/providers')
  const providers = Object(list.json)
  const inspector = await askHere('/inspect', { headers: { accept: 'text/html' } })
  const known = { origin, base: href, application, first, providers, ask: askHere }
  const started = await startSignIn(known)
  return { ...known, develops: inspector.body.startsWith('The inspector '), started }
}

/** Starts a sign-in like a browser after a click on the button; the platform is not visited. */
async function startSignIn(
  deployment: Pick<Deployment, 'providers' | 'origin' | 'ask'>,
): Promise<StartedSignIn | undefined> {
  const { providers, origin } = deployment
  // OAuth comes first: OpenID Connect may need a request to the platform for its metadata.
  const found = ['oauth', 'oidc'].flatMap((type) =>
    Object.values(providers).filter((provider) => provider.type === type),
  )
  for (const { id } of found.slice(0, 3)) {
    const answer = await deployment.ask(`/signin/${id}`, {
      method: 'POST',
      headers: { accept: 'text/html', origin, 'sec-fetch-site': 'same-origin' },
      form: {},
    })
    const location = URL.parse(answer.headers.get('location') ?? '', origin)
    if (!location?.searchParams.has('redirect_uri')) continue
    return { provider: id, location, cookies: answer.cookies, setCookies: answer.setCookies }
  }
  return undefined
}
