import { type Check, note, problem, warning } from '../check.ts'
import type { Deployment } from '../deployment.ts'

/** Checks that platforms send people back to this deployment. */
export const callback: Check<Deployment> = {
  name: 'callback',
  look({ started, base, providers, application }) {
    if (!started) return notStarted(providers)
    const { provider, location } = started
    const told = location.searchParams.get('redirect_uri') ?? ''
    const wanted = `${base}/callback/${provider}`
    const name = providers[provider]?.name ?? provider
    if (told === wanted) return [note(`Register at ${name}: ${told}`)]
    const proxy = application?.written.redirectProxyUrl ?? application?.env.AUTH_REDIRECT_PROXY_URL
    if (proxy && told.startsWith(proxy))
      return [note(`Register at ${name}: ${told}, which hands on to ${wanted}`)]
    return [
      problem(
        `${name} would send people back to ${told}, and the callback is at ${wanted}`,
        'Correct AUTH_URL, `basePath` or AUTH_REDIRECT_PROXY_URL, and register the right address at the platform.',
      ),
    ]
  },
}

function notStarted(providers: Deployment['providers']) {
  const platforms = Object.values(providers).filter(({ type }) => /^(oauth|oidc)$/.test(type))
  if (platforms.length === 0) return []
  return [
    warning(
      'No sign-in could be started, so its callback address is unknown',
      'Solve the other problems first; the log says why it was refused.',
    ),
  ]
}
