import { AuthError, type CustomConfig } from '../../src/index.ts'
import { type Method, pendingSignIn, type ResolvedProvider, readForm } from '../../src/method.ts'
import { origin } from '../setup.ts'

const finding = (provider: ResolvedProvider, providerAccountId: string) => ({
  provider,
  providerAccountId,
  user: { name: 'Ada' },
  tokens: {},
  kept: {},
})

/** A way in whose form leads to its callback. */
function step(id: string, finish: Method['finish']): CustomConfig {
  const start: Method['start'] = async ({ origin }) => ({ redirect: origin })
  const view: Method['view'] = ({ baseUrl }) => ({ name: id, action: `${baseUrl}/callback/${id}` })
  const load = async () => ({ start, finish, view })
  return { id, name: id, type: id, method: { type: id, configure: (written) => written, load } }
}

/** A first step that is never enough: the name of a badge's holder. */
export const badge: CustomConfig = step('badge', async (context, provider) => {
  const { holder } = await readForm(context)
  const first = { ...finding(provider, String(holder)), amr: ['hwk'], nextStep: '/pin' }
  return { finding: first, intent: { callbackUrl: `${origin}/` } }
})

/** The second step, for whoever took the first: 1234. */
export const pin: CustomConfig = step('pin', async (context, provider) => {
  const { pin } = await readForm(context)
  const pending = await pendingSignIn(context)
  if (!pending || pin !== '1234') throw new AuthError('CredentialsSignin', 'The PIN is wrong')
  const second = { ...finding(provider, pending.userId), proves: 'user' as const, amr: ['pin'] }
  return { finding: second, intent: { callbackUrl: `${origin}/` } }
})
