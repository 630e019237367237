import type { ResolvedProvider } from '../config/provider.ts'
import type { Context } from '../context.ts'
import type { AuthErrorCode } from '../errors.ts'
import { type DeveloperView, errorPage } from '../pages/error.ts'
import type { PageFrame } from '../pages/frame.ts'
import { problemOf } from '../pages/problem.ts'
import { respond } from '../pages/respond.ts'
import { type MethodView, signinPage } from '../pages/signin.ts'
import { signoutPage } from '../pages/signout.ts'
import type { ProviderType } from '../types/kinds.ts'
import { codeOf, type Flash } from './flash.ts'

function frameOf({ config }: Context): PageFrame {
  return { theme: config.theme, basePath: config.basePath }
}

/** The sign-in page, with one way in for each provider. */
export function showSignin(
  context: Context,
  view: {
    csrfToken: string
    callbackUrl: string
    error: string | null
    data: string | null
    flash?: Flash
  },
): Response {
  const { config } = context
  const frame = frameOf(context)
  const { csrfToken, callbackUrl, error, data, flash } = view
  const page = signinPage({
    frame,
    csrfToken,
    callbackUrl,
    fields: data === null ? undefined : { data },
    problem:
      error === null ? undefined : { ...problemOf(codeOf(error), frame), advice: flash?.hint },
    methods: Array.from(config.providers.values(), (provider) =>
      views[provider.type](context, provider),
    ),
  })
  return respond(page, { formTargets: formTargets(context) })
}

type View = (context: Context, provider: ResolvedProvider) => MethodView

const button: View = ({ base }, { id, name, ...rest }) => ({
  kind: 'button',
  id,
  name,
  action: `${base}/signin/${id}`,
  style: 'style' in rest ? rest.style : undefined,
})

/** How each kind of provider stands on the sign-in page. */
const views: Record<ProviderType, View> = {
  oauth: button,
  oidc: button,
  email: ({ base }, { id, name }) => ({
    kind: 'form',
    id,
    name,
    action: `${base}/signin/${id}`,
    fields: [
      { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', required: true },
    ],
  }),
  credentials: ({ base }, { id, name, ...rest }) => ({
    kind: 'form',
    id,
    name,
    action: `${base}/callback/${id}`,
    fields: Object.entries('credentials' in rest ? rest.credentials : {}).map(([field, input]) => ({
      ...input,
      name: field,
    })),
  }),
  webauthn: ({ base, config }, { id }) => ({
    kind: 'passkey',
    id,
    action: `${base}/callback/${id}`,
    script: `${config.basePath}/passkey.js`,
  }),
}

/** Platforms on plain loopback http, which a page's policy must name for its forms to lead there. */
function formTargets({ config }: Context): string[] {
  const platforms = Array.from(config.providers.values(), (provider) =>
    'authorization' in provider
      ? (provider.authorization.url?.origin ?? provider.issuer ?? '')
      : '',
  )
  return [config.emulator ?? '', ...platforms].filter((target) => target.startsWith('http:'))
}

/** The sign-out page. */
export function showSignout(
  context: Context,
  view: { csrfToken: string; callbackUrl: string; user: string | null | undefined },
): Response {
  return respond(signoutPage({ frame: frameOf(context), ...view }))
}

/** The error page. */
export function showError(
  context: Context,
  code: AuthErrorCode,
  more: { status: number; developer?: DeveloperView; headers?: HeadersInit },
): Response {
  const frame = frameOf(context)
  const { status, developer, headers } = more
  return respond(errorPage({ frame, problem: problemOf(code, frame), developer }), {
    status,
    ...(headers && { headers }),
  })
}
