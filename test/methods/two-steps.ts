import { AuthError, type CustomConfig } from '../../src/index.ts'
import {
  type Finding,
  type Method,
  type MethodPart,
  pendingSignIn,
  type ResolvedProvider,
  readForm,
  signInPageUrl,
  steps,
} from '../../src/method.ts'
import { origin } from '../setup.ts'

/** Somebody who is called Ada, whatever their account. */
export const finding = (provider: ResolvedProvider, providerAccountId: string): Finding => ({
  provider,
  providerAccountId,
  user: { name: 'Ada' },
  tokens: {},
  kept: {},
})

/** A way in whose form leads to its callback. */
export function step(id: string, finish: Method['finish']): CustomConfig {
  const plugin: MethodPart = {
    name: id,
    configure: (written) => written,
    steps,
    load: async () => ({
      start: async (context) => ({ redirect: signInPageUrl(context) }),
      view: ({ baseUrl }) => ({ name: id, submit: id, action: `${baseUrl}/callback/${id}` }),
      finish,
    }),
  }
  return { id, name: id, type: id, method: plugin }
}

/** A first step that is never enough: the name of a badge's holder. */
export const badge: CustomConfig = step('badge', async (context, provider) => {
  const { holder } = await readForm(context)
  const first = { ...finding(provider, String(holder)), amr: ['hwk'], nextStep: '/pin' }
  return { finding: first, intent: { callbackUrl: `${origin}/home` } }
})

/** The second step, for whoever took the first: 1234. */
export const pin: CustomConfig = step('pin', async (context, provider) => {
  const { pin } = await readForm(context)
  const pending = await pendingSignIn(context)
  if (!pending || pin !== '1234') throw new AuthError('CredentialsSignin', 'The PIN is wrong')
  const second = { ...finding(provider, pending.userId), proves: 'user' as const, amr: ['pin'] }
  return { finding: second, intent: { callbackUrl: `${origin}/` } }
})
