import type { Page as Tab } from 'playwright-core'
import type { AuthConfig } from '../../src/index.ts'
import ar from '../../src/languages/ar.ts'
import de from '../../src/languages/de.ts'
import en from '../../src/languages/en.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import Credentials from '../../src/providers/credentials.ts'
import WebAuthn from '../../src/providers/webauthn.ts'
import { memory } from '../../src/storage/memory.ts'
import { type AuthenticatorApp, authenticatorApp } from '../../src/testing.ts'

/** An application whose people may have a second factor. Anybody gets in by their name. */
export const application = (): AuthConfig => ({
  providers: [
    Credentials({
      credentials: { name: { label: 'Name' } },
      authorize: ({ name }) => ({ id: `u-${name}`, name: `${name}` }),
    }),
    WebAuthn,
  ],
  parts: [SecondFactor()],
  storage: memory(),
  session: { strategy: 'database' },
  languages: [en, de, ar],
  theme: { name: 'Acme', brandColor: '#5b3df5', brandColorDark: '#8b77ff' },
})

/** Somebody at a tab, who does everything by forms. */
export interface PersonAt {
  readonly phone: AuthenticatorApp
  /** Presses the button of a form that has this field, whatever the language. */
  press(field: string): Promise<void>
  signIn(name: string): Promise<void>
  /** Opens the page on which an app is set up, and scans its QR code. */
  beginSetup(): Promise<void>
  enter(code: string): Promise<void>
  signOut(): Promise<void>
}

/** Sits down at a tab. */
export function personAt(tab: Tab): PersonAt {
  const phone = authenticatorApp()
  const press = async (field: string) => {
    // A click returns before the next page is there.
    const arrived = tab.waitForEvent('load')
    await tab.locator(`form:has([name="${field}"])`).first().locator('button').first().click()
    await arrived
  }
  return {
    phone,
    press,
    async signIn(name) {
      await tab.goto('/api/auth/signin?callbackUrl=/home')
      await tab.locator('[name="name"]').first().fill(name)
      await press('name')
    },
    async beginSetup() {
      await tab.goto('/api/auth/second-factor-setup')
      phone.scan((await tab.locator('code').first().textContent()) ?? '')
    },
    async enter(code) {
      await tab.locator('[name="code"]').first().fill(code)
      await press('code')
    },
    async signOut() {
      await tab.goto('/api/auth/signout')
      await tab.locator('form button').first().click()
    },
  }
}

/** Shows the pages one after the other, as somebody meets them who has nothing yet. */
export async function* pagesOf(tab: Tab, name: string): AsyncGenerator<string> {
  const { phone, press, signIn, beginSetup, enter, signOut } = personAt(tab)
  await signIn(name)
  await tab.goto('/api/auth/step-up?callbackUrl=/home')
  yield 'none'
  await tab.goto('/api/auth/account')
  yield 'account without a factor'
  await beginSetup()
  yield 'setup'
  await enter('000000')
  yield 'setup after a wrong code'
  await enter(await phone.code())
  yield 'recovery codes'
  await press('proven')
  await tab.goto('/api/auth/account')
  yield 'account with a factor'
  await tab.goto('/api/auth/recovery-codes')
  yield 'new recovery codes'
  await signOut()
  await signIn(name)
  yield 'step'
  await enter('000000')
  yield 'step after a wrong code'
  await tab.locator('[name="trust"]').first().check()
  await enter(await phone.code())
  await tab.goto('/api/auth/account')
  yield 'account with a trusted browser'
}
