import type { Page } from 'playwright-core'
import type { AuthConfig } from '../../src/index.ts'
import { ChangeEmail } from '../../src/parts/change-email.ts'
import Guest from '../../src/providers/guest.ts'
import Password from '../../src/providers/password.ts'
import { type PasswordPlace, servePasswords } from '../password/place.ts'

const password = 'seven old boats at noon'

/** Serves an application with guests, new addresses, and a choice to stay signed in. */
export function servePeople(config: Partial<AuthConfig> = {}): Promise<PasswordPlace> {
  return servePasswords({
    providers: [Guest, Password],
    parts: [ChangeEmail()],
    session: { remember: 'ask' },
    limits: false,
    ...config,
  })
}

/** Somebody begins as a guest, signs up, changes their address and takes it back; every page is looked at. Returns their id, at each stage. */
export async function throughPages(
  tab: Page,
  { origin, letter }: PasswordPlace,
  look: (page: string) => Promise<void>,
): Promise<string[]> {
  const [old, next] = ['old', 'new'].map((name) => `${name}-${crypto.randomUUID()}@people.test`)
  const ids: string[] = []
  const base = `${origin}/api/auth`
  const remember = async () => {
    const answer = await tab.request.get(`${base}/session`, {
      headers: { accept: 'application/json' },
    })
    ids.push((await answer.json())?.user.id)
  }
  const press = (action: string) =>
    tab.locator(`[formaction$="${action}"], form[action$="${action}"] button`)
  await tab.goto(`${base}/signin`)
  await look('1-sign-in')
  await press('/callback/guest').first().click()
  await tab.waitForURL(`${origin}/`)
  await remember()
  await tab.goto(`${base}/signin`)
  await look('2-sign-in-of-a-guest')
  await tab.goto(`${base}/account`)
  await look('3-account-of-a-guest')
  await tab.goto(`${base}/signup`)
  await tab.fill('input[name=email]', old ?? '')
  await tab.fill('input[name=password]', password)
  await tab.locator('main form button').first().click()
  await tab.waitForURL('**/check-email**')
  await tab.goto((await letter(old ?? '')).link)
  await tab.locator('main form button').first().click()
  await tab.waitForURL(`${origin}/`)
  await remember()
  await tab.goto(`${base}/account`)
  await look('4-account')
  await tab.fill('form[action$="/change-email"] input[name=email]', next ?? '')
  await press('/change-email').click()
  await tab.waitForURL('**/change-email')
  await look('5-code')
  await tab.goto((await letter(next ?? '')).link)
  await look('6-confirm')
  await tab.locator('main form button').first().click()
  await tab.waitForURL('**/account')
  await look('7-changed')
  await remember()
  await tab.goto((await letter(old ?? '', 1)).link)
  await look('8-take-back')
  await tab.locator('main form button').first().click()
  await tab.waitForURL('**/restore-email')
  await look('9-taken-back')
  return ids
}
