import type { ResolvedProvider } from '../config/provider.ts'
import type { Context } from '../context.ts'
import type { AuthErrorCode } from '../errors.ts'
import { type DeveloperView, errorPage } from '../pages/error.ts'
import type { FieldView } from '../pages/form.ts'
import { pageText } from '../pages/frame.ts'
import { describeError } from '../pages/problem.ts'
import { respond } from '../pages/respond.ts'
import { type MethodView, signinPage } from '../pages/signin.ts'
import { signoutPage } from '../pages/signout.ts'
import type { PageText, Problem } from '../types/language.ts'
import type { ProviderType } from '../types/provider-type.ts'
import type { WebAuthnConfig } from '../types/webauthn.ts'
import { type Flash, readErrorCode } from './flash.ts'

/** The sign-in page, with one way in for each provider. */
export function showSignin(
  context: Context,
  view: {
    csrfToken: string
    callbackUrl: string
    error: string | null
    /** The application's own word for why it refused. */
    reason: string | null
    data: string | null
    flash?: Flash
  },
): Response {
  const { config } = context
  const frame = context.config.frame
  const say = pageText(frame)
  const { csrfToken, callbackUrl, data } = view
  const page = signinPage({
    frame,
    csrfToken,
    callbackUrl,
    fields: data === null ? undefined : { data },
    problem: problemIn(context, view),
    methods: Array.from(config.providers.values(), (provider) =>
      views[provider.type](context, provider, say),
    ),
  })
  return respond(page, { formTargets: formTargets(context) })
}

function problemIn(
  context: Context,
  { error, reason, flash }: { error: string | null; reason: string | null; flash?: Flash },
): Problem | undefined {
  if (error === null) return undefined
  const problem = describeError(readErrorCode(error), context.config.frame)
  // The address names a message of the application; it cannot bring one along.
  const messages = Array.from(context.config.providers.values(), (provider) =>
    'messages' in provider && Object.hasOwn(provider.messages ?? {}, reason ?? '')
      ? provider.messages?.[reason ?? '']
      : undefined,
  )
  return { ...problem, text: messages.find(Boolean) ?? problem.text, hint: flash?.hint }
}

type View = (context: Context, provider: ResolvedProvider, say: PageText) => MethodView

const button: View = ({ baseUrl }, { id, name, ...rest }) => ({
  kind: 'button',
  id,
  name,
  action: `${baseUrl}/signin/${id}`,
  style: 'style' in rest ? rest.style : undefined,
})

/** How each kind of provider stands on the sign-in page. */
const views: Record<ProviderType, View> = {
  oauth: button,
  oidc: button,
  email: (context, { id, name }, say) => {
    const input = { name: 'email', label: say.email, type: 'email', required: true }
    return {
      kind: 'form',
      id,
      name,
      action: `${context.baseUrl}/signin/${id}`,
      submit: say.sendLink,
      fields: [autofilled(context, { ...input, autocomplete: 'email' })],
    }
  },
  credentials: (context, { id, name, type, ...rest }, say) => {
    const inputs = Object.entries('credentials' in rest ? rest.credentials : {})
    const first = inputs.findIndex(([, input]) => input.type !== 'password')
    const others = Array.from(context.config.providers.values()).filter((one) => one.type === type)
    return {
      kind: 'form',
      id,
      name,
      action: `${context.baseUrl}/callback/${id}`,
      ...(others.length === 1 && { submit: say.signIn }),
      fields: inputs.map(([field, input], index) => {
        const view = { ...input, name: field }
        return index === first ? autofilled(context, view) : view
      }),
    }
  },
  webauthn: ({ baseUrl, config }, { id, ...rest }, say) => ({
    kind: 'passkey',
    id,
    action: `${baseUrl}/callback/${id}`,
    script: `${config.basePath}/passkey.js`,
    signUp: 'signUp' in rest && rest.signUp === false ? undefined : signUpFields(rest, say),
  }),
}

/** An input in which the browser offers passkeys along with what it remembers, if the application has any. */
function autofilled({ config }: Context, input: FieldView): FieldView {
  const offers = Array.from(config.providers.values()).some(
    (provider) => provider.type === 'webauthn' && provider.enableConditionalUI !== false,
  )
  const { autocomplete, autoComplete = autocomplete ?? 'username', ...rest } = input
  return offers ? { ...rest, name: input.name, autocomplete: `${autoComplete} webauthn` } : input
}

function signUpFields(provider: object, say: PageText): FieldView[] {
  const written = 'formFields' in provider ? (provider as WebAuthnConfig).formFields : undefined
  const name = { label: say.yourName, autocomplete: 'name', required: true, maxlength: 100 }
  return Object.entries(written ?? { name }).map(([field, input]) => ({ ...input, name: field }))
}

/** Platforms on plain loopback http, which a page's policy must name for its forms to lead there. */
export function formTargets({ config }: Context): string[] {
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
  return respond(signoutPage({ frame: context.config.frame, ...view }))
}

/** The error page. */
export function showError(
  context: Context,
  code: AuthErrorCode,
  more: { status: number; developer?: DeveloperView; headers?: HeadersInit },
): Response {
  const frame = context.config.frame
  const { status, developer, headers } = more
  // Who may not remove the last way in has an account to go back to.
  const link =
    code === 'LastMethod'
      ? { href: `${context.baseUrl}/account`, label: pageText(frame).account }
      : undefined
  return respond(errorPage({ frame, problem: describeError(code, frame), developer, link }), {
    status,
    ...(headers && { headers }),
  })
}
