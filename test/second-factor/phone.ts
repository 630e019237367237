import { createNativeClient, type NativeClient } from '../../src/client/native.ts'
import type { AuthInstance } from '../../src/index.ts'
import { NativeApps, type NativeAppsPart } from '../../src/parts/native-apps.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { keychain } from '../client/keychain.ts'
import { bearing, goOn } from '../native-apps/house.ts'
import { ios } from '../native-apps/sheet.ts'
import { origin } from '../setup.ts'

const redirect = 'com.acme.app:/signed-in'

/** The application has the app Acme, which may show Google's sheet. */
export function acmeApp(): NativeAppsPart {
  return NativeApps([
    { id: 'acme', name: 'Acme', redirects: [redirect], idTokens: { google: [ios] } },
  ])
}

/** The phone of whoever sits at a browser, with the app Acme. */
export interface Phone {
  client: NativeClient
  /** What the person does in the browser that the app opens, before they press "Continue". */
  enter?: (() => Promise<unknown>) | undefined
  /** Every key that the application ever answered the app with. */
  keys: string[]
}

const phones = new WeakMap<TestBrowser, Phone>()

/** The phone, which stays the same. */
function phoneOf({ auth }: { auth: AuthInstance }, browser: TestBrowser): Phone {
  const phone = phones.get(browser) ?? buy(auth, browser)
  phones.set(browser, phone)
  return phone
}

function buy(auth: AuthInstance, browser: TestBrowser): Phone {
  const keys: string[] = []
  const client = createNativeClient({
    url: origin,
    app: 'acme',
    store: keychain().store,
    async fetch(input, init) {
      const answer = await auth.handler(new Request(input, init))
      const { access_token: key } = Object(await answer.clone().json())
      if (key) keys.push(key)
      return answer
    },
    async open(begin) {
      const query = Object.fromEntries(new URL(await begin(redirect)).searchParams)
      await browser.visit(`${origin}/api/auth/native-start?${new URLSearchParams(query)}`)
      await phone.enter?.()
      const back = await goOn(browser, { query, verifier: '' })
      return back.startsWith(`${redirect}?`) ? back : null
    },
  })
  const phone: Phone = { client, keys }
  return phone
}

/**
 * Signs in to the app on the phone. Whoever is a guest in the browser is one in the app. In the end they are signed in in the browser too,
 * where somebody who must prove more goes on.
 */
export async function comeInByPhone(
  place: { auth: AuthInstance },
  browser: TestBrowser,
  inBrowser: () => Promise<unknown>,
  signIn: (client: NativeClient) => Promise<unknown>,
): Promise<void> {
  const phone = phoneOf(place, browser)
  let entered = false
  const enter = async () => {
    entered = true
    await inBrowser()
  }
  if (await browser.session()) await phone.client.signIn()
  phone.enter = enter
  await signIn(phone.client).catch(({ code }) => {
    // Somebody who is blocked is told so.
    if (code !== 'AccessDenied') throw new Error(`The app was refused with ${code}`)
  })
  phone.enter = undefined
  if (!entered) await enter()
}

/** Whom the keys of the app stand for; it asks for one through the browser if it has none. */
export async function whoseKey(
  place: { auth: AuthInstance },
  browser: TestBrowser,
): Promise<string | undefined> {
  const { client, keys } = phoneOf(place, browser)
  const read = async () => {
    for (const key of keys.toReversed()) {
      const session = await place.auth.session(bearing(key))
      if (session) return session.user.id
    }
    return undefined
  }
  const known = await read()
  if (known) return known
  await client.signIn()
  return read()
}
