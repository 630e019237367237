import { defaultBasePath, readAppAddress } from '../../../config/app-address.ts'
import type { Provider } from '../../../types/provider.ts'
import type { Application } from '../../application.ts'
import { type Check, note } from '../check.ts'

/**
 * Names the callback address to register at each platform. It needs no keys, because platforms ask for the address before they give keys.
 */
export const callbacks: Check<Application> = {
  name: 'callbacks',
  look(application) {
    const { written, env } = application
    const proxy = written.redirectProxyUrl ?? env.AUTH_REDIRECT_PROXY_URL
    return written.providers
      .flatMap(describe)
      .filter(({ type }) => type === 'oauth' || type === 'oidc')
      .map(({ id, name, redirectProxyUrl = proxy ?? ownAddress(application) }) =>
        note(`Register at ${name}: ${redirectProxyUrl.replace(/\/+$/, '')}/callback/${id}`),
      )
  },
}

/** A provider as it was written; `options` of Auth.js's modules override the rest. */
interface Described {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly redirectProxyUrl?: string | undefined
  readonly options?: object | undefined
}

/** The facts about a provider; none if it throws, which is one of the problems. */
function describe(provider: Provider): Described[] {
  try {
    const described: Described = typeof provider === 'function' ? provider({}) : provider
    return [{ ...described, ...described.options }]
  } catch {
    return []
  }
}

function ownAddress({ config, written, env }: Application): string {
  const { origin = 'https://your-app.example', basePath } = config ?? readAddress(written, env)
  return origin + basePath
}

function readAddress(written: Application['written'], env: Application['env']) {
  try {
    return readAppAddress(written, env, false)
  } catch {
    return { origin: undefined, basePath: defaultBasePath }
  }
}
