import type { FactorName, OwnFactors, TotpSetup } from '../types/second-factor.ts'
import { ask, type Recognise } from './request.ts'
import { openStore } from './store.ts'

/** The place of the routes. */
export interface FactorClientOptions {
  /** The origin of the routes, if it is not the page's. */
  url?: string
  /** Default `/api/auth`. */
  basePath?: string
}

/** The proofs that a step accepts. */
export interface AskedFactors {
  factors: ('totp' | 'passkey' | 'recoveryCode')[]
  /** Seconds for which the browser can be trusted; 0 if that is not offered. */
  trust: number
}

/** A value as JSON carries it, with texts for dates. */
export type AsJson<T> = T extends Date
  ? string
  : T extends object
    ? { [Name in keyof T]: AsJson<T[Name]> }
    : T

/** The second factor of a page's visitor. Every call rejects with a `ClientError` if it fails. */
export interface FactorClient {
  /** The proofs that this browser's pending sign-in accepts. */
  asked(): Promise<AskedFactors>
  /** Enters a code of the app, or a recovery code, and signs in; `url` is the address to go to. */
  answer(proof: { code: string; trust?: boolean }): Promise<{ url: string }>
  /** Enters a code in a session, after `requireSession()` asked for a proof. */
  stepUp(proof: { code: string; callbackUrl?: string }): Promise<{ url: string }>
  /** Begins to set up an app: for the signed-in person, or in a sign-in that requires it. */
  setUp(): Promise<TotpSetup>
  /** Adds the app if the code is right. The recovery codes are shown once; none if the person already has some. */
  confirm(proof: { setup: string; code: string }): Promise<{ recoveryCodes: string[]; url: string }>
  /** The factors of the signed-in person. */
  list(): Promise<AsJson<OwnFactors>>
  remove(factor: FactorName): Promise<void>
  /** New recovery codes in place of the old ones. They are shown once. */
  renewRecoveryCodes(): Promise<string[]>
  /** Ends the trust in a browser. */
  forgetBrowser(id: string): Promise<void>
}

/**
 * Second factors on pages of your own. For a passkey as the second step, call `signIn('passkey')` of the client.
 *
 * @example
 * const { url } = await createFactors().answer({ code })
 */
export function createFactors({
  url = '',
  basePath = '/api/auth',
}: FactorClientOptions = {}): FactorClient {
  const base = url.replace(/\/$/, '') + basePath
  const get = <T>(path: string, field: string) =>
    ask<T>(`${base}/${path}`, (answer) => answer?.[field])
  const send = <T>(path: string, fields: object, isOurs: Recognise = leadsOn) =>
    ask<T>(`${base}/${path}`, isOurs, fields)
  /** Refreshes the session of this page for its listeners. */
  const changed = async <T>(answer: T): Promise<T> => {
    await openStore(base, 60_000).refresh()
    return answer
  }
  return {
    asked: () => get('second-factor', 'factors'),
    answer: async ({ code, trust }) =>
      changed(await send('second-factor', { code, ...(trust && { trust: 'yes' }) })),
    stepUp: async ({ code, callbackUrl = location.href }) =>
      changed(await send('step-up', { code, callbackUrl })),
    setUp: () => send('second-factor-setup', {}, (answer) => answer?.setup),
    async confirm({ setup, code }) {
      const path = 'second-factor-setup'
      const { recoveryCodes = [], proven, ...added } = await send<Added>(path, { setup, code })
      const { url: next } = proven ? await send<{ url: string }>(path, { proven }) : added
      return changed({ recoveryCodes, url: next })
    },
    list: async () =>
      (await get<{ secondFactor: AsJson<OwnFactors> }>('account', 'secondFactor')).secondFactor,
    async remove(factor) {
      await send('account', { action: 'removeFactor', factor })
    },
    renewRecoveryCodes: async () =>
      (
        await send<{ recoveryCodes: string[] }>(
          'recovery-codes',
          {},
          (answer) => answer?.recoveryCodes,
        )
      ).recoveryCodes,
    async forgetBrowser(id) {
      await send('account', { action: 'forgetBrowser', id })
    },
  }
}

const leadsOn: Recognise = (answer) => answer?.url || answer?.proven

/** The answer to the code of a new app: the address to go to, or recovery codes with `proven`, which leads there. */
interface Added {
  url: string
  recoveryCodes?: string[]
  proven?: string
}
