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

interface Answers {
  readonly GET?: Answer
  readonly POST?: Answer
  readonly HEAD?: Answer
}

/** A path below the base path: what it answers, and whether a provider's id follows it. */
export interface Route extends Answers {
  /** The same path with a provider's id behind it. */
  readonly provider?: Answers
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

const methods = ['GET', 'POST', 'HEAD'] as const

/** The error that names the methods of a path. */
export function notAllowed(method: string, answers: Answers): AuthError {
  const field = [answers.GET && 'GET', answers.POST && 'POST'].filter(Boolean).join(', ')
  return new AuthError('MethodNotAllowed', `${method} is not possible here`, { field })
}

/** What a GET would answer, as far as HEAD may see it. */
export function withoutBody(answer: Answer): Answer {
  return async (context, house) => {
    const { status, headers } = await answer(context, house)
    return new Response(null, { status, headers })
  }
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
  const name = methods.find((known) => known === method)
  const answer = name && answers[name]
  if (answer) return answer
  // RFC 9110 §9.3.2. With a provider, a GET may be the step that signs somebody in: its route decides.
  if (name === 'HEAD' && answers.GET && provider === undefined) return withoutBody(answers.GET)
  throw notAllowed(method, answers)
}
