import type { ResolvedProvider } from '../config/provider.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Sessions } from '../sessions/session.ts'

/** What a route has besides the request: made once, when `Auth()` is called. */
export interface House {
  readonly config: Config
  readonly sessions: Sessions
}

/** Answers one method of one path. */
export type Answer = (context: Context, house: House) => Promise<Response>

/** A path below the base path: what it answers, and whether a provider's id follows it. */
export interface Route {
  readonly GET?: Answer
  readonly POST?: Answer
  /** The same path with a provider's id behind it. */
  readonly provider?: { readonly GET?: Answer; readonly POST?: Answer }
}

/** The provider named in the path. */
export function providerOf({
  config,
  provider = '',
}: Pick<Context, 'config' | 'provider'>): ResolvedProvider {
  const found = config.providers.get(provider)
  if (found) return found
  throw new AuthError('NotFound', `There is no provider "${provider.slice(0, 60)}"`, {
    field: 'provider',
  })
}

/** The answer of a route to a method; a wrong method learns which ones there are. */
export function findAnswer(
  route: Route | undefined,
  provider: string | undefined,
  method: string,
): Answer {
  const answers = provider === undefined ? route : route?.provider
  if (!answers || !(answers.GET || answers.POST)) {
    throw new AuthError('NotFound', 'There is no such path')
  }
  const answer = method === 'GET' ? answers.GET : method === 'POST' ? answers.POST : undefined
  if (answer) return answer
  const allow = [answers.GET && 'GET', answers.POST && 'POST'].filter(Boolean).join(', ')
  throw new AuthError('MethodNotAllowed', `${method} is not possible here`, { field: allow })
}
