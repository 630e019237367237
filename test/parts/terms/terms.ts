import { AuthError } from '../../../src/index.ts'
import {
  type Context,
  happened,
  type Part,
  type PartCode,
  type PassedStep,
  pendingSignIn,
  readForm,
  requireUserId,
  showStep,
  steps,
  translated,
} from '../../../src/method.ts'
import type { Who } from '../../../src/types/who.ts'

/** When somebody accepted which version. */
interface Acceptance {
  version: string
  at: Date
}

/** `auth.terms`. */
export interface TermsCalls {
  terms: {
    /** The version that a person accepted last; undefined if there is none. */
    accepted(who: Who): Promise<Acceptance | undefined>
    /** Asks the person again at their next sign-in. */
    withdraw(who: Who): Promise<void>
  }
}

const english = {
  title: 'Terms of service',
  text: 'Please accept our terms before you go on.',
  accept: 'I accept',
  none: 'You have accepted no terms.',
  version: (name: string) => `Version ${name}`,
  on: 'Accepted',
  withdraw: 'Withdraw',
}

const german: typeof english = {
  title: 'Nutzungsbedingungen',
  text: 'Bitte stimmen Sie unseren Bedingungen zu.',
  accept: 'Ich stimme zu',
  none: 'Sie haben keinen Bedingungen zugestimmt.',
  version: (name) => `Fassung ${name}`,
  on: 'Zugestimmt',
  withdraw: 'Widerrufen',
}

const say = (context: Context) =>
  translated(context, 'terms', english, async () => ({ de: german }))

/** Nobody has a session before they accepted this version of the terms. A part that is outside of the library, and touches no file of it. */
export function Terms({
  version,
}: {
  version: string
}): Part<TermsCalls> & { readonly events: readonly ['acceptTerms'] } {
  return {
    name: 'terms',
    paths: { terms: { methods: ['GET', 'POST'], provider: 'none' } },
    namespaces: { terms: ['accepted', 'withdraw'] },
    events: ['acceptTerms'],
    steps,
    load: async () => code(version),
  }
}

function code(version: string): PartCode<undefined, TermsCalls> {
  const acceptances = new Map<string, Acceptance>()

  async function answer(context: Context): Promise<Response | PassedStep> {
    const pending = await pendingSignIn(context)
    if (!pending) throw new AuthError('FlowMissing', 'Nobody signs in here')
    if (context.request.method === 'POST') {
      await readForm(context)
      acceptances.set(pending.userId, { version, at: new Date(context.services.now()) })
      await happened(context, { event: 'acceptTerms', userId: pending.userId, detail: { version } })
      return { passed: true }
    }
    const { title, text, accept } = await say(context)
    return showStep(context, {
      ...{ title, text },
      form: { submit: accept, action: `${context.baseUrl}/terms` },
    })
  }

  return {
    pathHandlers: { terms: answer },
    nextStep: ({ baseUrl }, { user: { id = '' } }) =>
      acceptances.get(id)?.version === version
        ? undefined
        : { url: `${baseUrl}/terms`, why: `version ${version} was not accepted` },
    calls: (reader) => ({
      terms: {
        accepted: async (who) => acceptances.get(await requireUserId(reader, who)),
        async withdraw(who) {
          acceptances.delete(await requireUserId(reader, who))
        },
      },
    }),
    async accountSection(context, _providers, { id }) {
      const { title, none, version: name, on, withdraw } = await say(context)
      const accepted = acceptances.get(id)
      const action = `${context.baseUrl}/account`
      const actions = [{ label: withdraw, action, fields: { action: 'withdrawTerms' } }]
      const item = accepted && {
        name: name(accepted.version),
        facts: [{ label: on, at: accepted.at }],
        actions,
      }
      return { title, none, items: item ? [item] : [] }
    },
    actions: {
      withdrawTerms: async ({ request }, _provider, _form, reader) =>
        acceptances.delete(await requireUserId(reader, request)),
    },
    async overview(_context, _provider, { id }) {
      return { terms: acceptances.get(id)?.version }
    },
    removeData: async (_storage, _provider, { id }) => acceptances.delete(id),
  }
}
