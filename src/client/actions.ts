import type { LinkedAccount } from '../types/client.ts'
import type { JsonValue, Session } from '../types/models.ts'
import type { AppProvider } from '../types/provider.ts'
import type { PasskeyRequest } from './ceremony.ts'
import type { clientError } from './request.ts'
import type { Store } from './store.ts'

/** Options of a sign-in. */
export interface SignInOptions {
  /** The address to go to afterwards. Default: this page. */
  callbackUrl?: string
  /** False stays on the page: returns the address, and refreshes the session. Default true. */
  redirect?: boolean
  /** Data that the application's callbacks and events get back. */
  data?: JsonValue
  /** False: the session ends with the browser. Default: as `session.remember` of the application says. */
  remember?: boolean
  /** The fields of the form: `email`, then `flow` and `code`; a name and a password; the `name` of a new user with a passkey. */
  [field: string]: JsonValue | undefined
}

/** Options of a sign-out. */
export interface SignOutOptions<Id extends string = string> {
  /** The address to go to afterwards. Default: this page. */
  callbackUrl?: string
  /** False stays on the page. Default true. */
  redirect?: boolean
  /** Ends the session at this platform too, where it offers that. */
  provider?: Id
}

/** The result of an action. */
export interface ActionResult {
  /** The next page: the platform's, or the `callbackUrl`. */
  url: string
  /** Set if a mail was sent: pass it along with the `code` that the person types. */
  flow?: string
  /** Set if a step is left before the sign-in: the part or provider that asks for it. `url` is its page. */
  step?: string
}

/** The actions of a page for its visitor. Every one rejects with a `ClientError` if it fails. */
export interface Actions<S = Session, Id extends string = string> {
  /** Signs in, in any way that the application offers. */
  signIn(provider: Id, options?: SignInOptions): Promise<ActionResult>
  /** Connects another account, or a passkey, to the signed-in user. */
  link(provider: Id, options?: SignInOptions): Promise<ActionResult>
  /** Disconnects an account; `account` tells several at one platform apart. */
  unlink(provider: Id, account?: string): Promise<void>
  /** Signs out here and in every other tab. */
  signOut(options?: SignOutOptions<Id>): Promise<ActionResult>
  /** Asks the application to change the session; its `jwt` or `session` callback decides. */
  update(data: JsonValue): Promise<S | null>
  /** The accounts that the signed-in person has connected. */
  accounts(): Promise<LinkedAccount[]>
  /** The ways to sign in, by their ids, for a sign-in page of your own. */
  providers(): Promise<Record<string, AppProvider>>
}

/** The dependencies of actions. Passed in, so that actions share no file with what every page loads. */
export interface ActionTools<S> {
  store: Store<S>
  ask<T>(path: string, body?: object): Promise<T>
  fail: typeof clientError
}

type ActionAnswer = ActionResult & (PasskeyRequest | { options?: never })

/** The actions of a page. */
export function createActions<S>({ store, ask, fail }: ActionTools<S>): Actions<S> {
  const send = <T>(path: string, fields: object) =>
    ask<T>(path, { callbackUrl: location.href, ...fields })

  const showPasskey = async ({ action, options }: PasskeyRequest) => {
    const { performCeremony } = await import('./ceremony.ts')
    const data = await performCeremony(action, options).catch((thrown: unknown) => {
      throw fail(String(thrown), { code: 'Cancelled' })
    })
    return { action, data }
  }

  // The server's answers say what comes next, so that a page need not know the kinds of its providers.
  const signIn: Actions<S>['signIn'] = async (provider, { redirect = true, ...fields } = {}) => {
    const finish = `callback/${provider}`
    const path = fields.code === undefined ? `signin/${provider}` : finish
    let answer = await send<ActionAnswer>(path, fields)
    if (answer.options) answer = await send(finish, { ...fields, ...(await showPasskey(answer)) })
    if (redirect) leave(answer.url)
    else if (!answer.flow) await store.refresh()
    const step = new URL(answer.url, location.href).searchParams.get('signInStep')
    return step === null ? answer : { ...answer, step }
  }

  return {
    signIn,
    link: (provider, options) => signIn(provider, { ...options, link: true }),
    async unlink(provider, account) {
      await send('account', { action: 'disconnect', provider, account })
    },
    async signOut({ redirect = true, ...fields } = {}) {
      const answer = await send<ActionResult>('signout', fields)
      store.change(null)
      if (redirect) leave(answer.url)
      return answer
    },
    async update(data) {
      const session = await send<S | null>('session', { data })
      store.change(session)
      return session
    },
    accounts: async () => (await ask<{ accounts: LinkedAccount[] }>('account')).accounts,
    providers: () => ask('providers'),
  }
}

function leave(url: string): void {
  const [page] = location.href.split('#')
  location.assign(url)
  // A new fragment alone loads nothing, and the page shows the visitor from before.
  if (url.startsWith(`${page}#`)) location.reload()
}
