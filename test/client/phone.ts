import { expect } from 'vitest'
import { createNativeClient, type NativeClient, type NativeStore } from '../../src/client/native.ts'
import type { AuthConfig } from '../../src/index.ts'
import { goOn, type House, house, redirects } from '../native-apps/house.ts'
import { type Keychain, keychain } from './keychain.ts'

/** What lies between the phone and the application. */
export interface Network {
  isOn: boolean
  /** The application hears every request, and nobody hears its answer. */
  losesAnswers: boolean
  /** Every request that went out. */
  sent: string[]
  /** Answers in place of the application. */
  gateway?: ((path: string) => Response | undefined) | undefined
  /** What happens while an answer is on its way. */
  meanwhile?: ((path: string) => Promise<unknown>) | undefined
}

/** Ada's phone. */
export interface Phone extends House, Keychain {
  network: Network
  /** What the person does in the browser. */
  person: { person(url: string): Promise<string | null> }
  /** Starts the app; two that were started are two programs with one store. */
  start(options?: { store?: NativeStore }): NativeClient
}

/** Ada's phone: the application, her browser, a keychain, and a network that may fail. */
export async function phone(config: Partial<AuthConfig> = {}): Promise<Phone> {
  const at = await house(config)
  const chain = keychain()
  const network: Network = { isOn: true, losesAnswers: false, sent: [] }
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    const path = pathname.replace('/api/auth/', '')
    if (!network.isOn) throw new TypeError('Network request failed')
    network.sent.push(path)
    expect([request.headers.get('cookie'), request.credentials]).toEqual([null, 'omit'])
    const own = network.gateway?.(path)
    if (own) return own
    // The application of these stories: a route of its own, guarded.
    const answer = pathname.startsWith('/api/auth/')
      ? await at.auth.handler(request)
      : await at.auth.requireSession(request).then(
          ({ user }) => Response.json({ hello: user.name }),
          () => new Response(null, { status: 401 }),
        )
    await network.meanwhile?.(path)
    if (network.losesAnswers) throw new TypeError('Network request failed')
    return answer
  }
  const browser = {
    /** What the person does: presses "Continue", closes the browser, or leaves it open. */
    person: async (url: string): Promise<string | null> =>
      goOn(at.browser, {
        query: Object.fromEntries(new URL(url).searchParams),
        verifier: '',
      }),
  }
  const start = (options: { store?: NativeStore } = {}) =>
    createNativeClient({
      url: 'https://app.test/',
      app: 'acme',
      store: chain.store,
      device: 'iPhone',
      fetch: send,
      open: async (begin) => browser.person(await begin(redirects.scheme)),
      ...options,
    })
  return { ...at, ...chain, network, person: browser, start }
}
