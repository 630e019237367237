import type { AuthenticatorApp } from './authenticator-app.ts'

/** An answer to the page that asks for a second factor. */
export interface FactorAnswer {
  /** The code to enter, such as a recovery code. Default: the one that the authenticator app shows. */
  code?: string
  /** Ticks “Don’t ask again in this browser”. */
  trust?: boolean
  /** The address of the step: the one to which `requireSession()` redirected. Default: that of a sign-in. */
  url?: string
}

/** The steps that a person takes with their second factor. */
export interface FactorSteps {
  /** Enters a code where a sign-in asks for a second factor; returns the response. */
  answerFactor(answer?: FactorAnswer): Promise<Response>
  /** Sets up the authenticator app, in a session or in a sign-in that requires it. Returns the recovery codes. */
  setUpFactor(): Promise<string[]>
}

type Submit = (
  path: string,
  form: Record<string, string>,
  headers?: Record<string, string>,
) => Promise<Response>

/** Takes the steps by submitting forms to the routes at `base`. */
export function factorSteps(submit: Submit, base: string, app: AuthenticatorApp): FactorSteps {
  const setUp = async (form: Record<string, string>) => {
    const path = `${base}/second-factor-setup`
    const response = await submit(path, form, { accept: 'application/json' })
    const answer: Record<string, unknown> = await response.json().catch(() => ({}))
    if (response.ok) return answer
    throw new Error(`The app was not set up: ${response.status} ${answer.error}: ${answer.message}`)
  }
  return {
    async answerFactor({ code, trust, url = `${base}/second-factor` } = {}) {
      const entered = code ?? (await app.code())
      return submit(url, { code: entered, ...(trust && { trust: 'yes' }) })
    },
    async setUpFactor() {
      const { url, setup } = await setUp({})
      app.scan(String(url))
      const proof = { setup: String(setup), code: await app.code() }
      const { recoveryCodes, proven } = await setUp(proof)
      // The page that shows recovery codes has a button that continues.
      if (proven !== undefined) await setUp({ proven: String(proven) })
      return Array.isArray(recoveryCodes) ? recoveryCodes.map(String) : []
    },
  }
}
