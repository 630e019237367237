import { clientError } from '../request.ts'
import { type Flow, newFlow, readAnswer, startUrl } from './flow.ts'
import { type Kept, kept, type NativeStore } from './kept.ts'
import type { SignedIn } from './signed.ts'

/** A browser that is closed does not always tell, and leaves its flow behind. */
const maxFlows = 5

/** The tools of a sign-in through the browser. */
export interface SignInTools<S> {
  readonly base: string
  readonly app: string
  readonly store: NativeStore
  readonly device: string | undefined
  readonly signed: SignedIn<S>
  open(begin: (redirect: string) => Promise<string>): Promise<string | null | undefined>
  random(bytes: number): Uint8Array
}

/** The two ways to finish a sign-in: where it began, or in an app that the redirect started again. */
export function browserSignIn<S>(tools: SignInTools<S>): {
  signIn(): Promise<S | null>
  resume(address: string): Promise<S | null | undefined>
} {
  const { base, app, device, signed, open, random } = tools
  const flows: Kept<Flow[]> = kept(tools.store, `portico.${app}.flows`)
  const drop = (flow: Flow | undefined) =>
    flows.change((begun = []) => {
      const left = begun.filter(({ state }) => state !== flow?.state)
      return left.length > 0 ? left : undefined
    })

  /** Exchanges the code in an address for a key. A flow works once, whatever the result. */
  const finish = async (address: string): Promise<S | null | undefined> => {
    const begun = (await flows.read()) ?? []
    const flow = begun.find((each) => readAnswer(address, each.redirect)?.state === each.state)
    if (!flow) return undefined
    await drop(flow)
    const { code } = readAnswer(address, flow.redirect) ?? {}
    if (!code) return null
    return signed.grant({
      grant_type: 'authorization_code',
      code,
      redirect_uri: flow.redirect,
      code_verifier: flow.verifier,
      device,
    })
  }

  let latest: { address: string; session: Promise<S | null | undefined> } | undefined
  /** On some systems the address comes twice: to the code that opened the browser, and to the listener for links. */
  const resume = (address: string) => {
    if (latest?.address !== address) latest = { address, session: finish(address) }
    return latest.session
  }

  return {
    resume,
    async signIn() {
      let flow: Flow | undefined
      const address = await open(async (redirect) => {
        const made = newFlow(redirect, random)
        flow = made
        // Pressing a button twice begins two, and the browser may come back by either.
        await flows.change((begun = []) => [...begun, made].slice(-maxFlows))
        return startUrl(base, app, made)
      })
      if (!address) {
        await drop(flow)
        return null
      }
      const session = await resume(address)
      if (session !== undefined) return session
      throw clientError('This app began no such sign-in', { code: 'CheckFailed' })
    },
  }
}
