import type { Page as Tab } from 'playwright-core'
import type { Place } from './place.ts'

/** Presses the button of a provider on the sign-in page. */
async function press(tab: Tab, { url }: Place, name: string): Promise<void> {
  await tab.goto(`${url}/api/auth/signin`)
  await tab.getByRole('button', { name: `Continue with ${name}` }).click()
}

/** Sign-ins as a person does them in a browser, each with the end that its name says. */
export const stories: Record<string, (tab: Tab, place: Place) => Promise<void>> = {
  async 'good sign-in'(tab, place) {
    await press(tab, place, 'Google')
    await tab.getByRole('button', { name: 'Allow' }).click()
    await tab.getByRole('heading', { name: 'Home' }).waitFor()
  },
  async 'declined scope'(tab, place) {
    await press(tab, place, 'TikTok')
    await tab.getByRole('checkbox', { name: 'Follower, like and video counts' }).uncheck()
    await tab.getByRole('button', { name: 'Allow' }).click()
    await tab.getByRole('heading', { name: 'Home' }).waitFor()
  },
  async 'expired flow'(tab, place) {
    await press(tab, place, 'TikTok')
    await tab.getByRole('button', { name: 'Allow' }).waitFor()
    place.emulator.clock.advance('11m')
    await tab.getByRole('button', { name: 'Allow' }).click()
    await tab.getByText('This sign-in took too long').waitFor()
  },
}

/** The same at an application whose address is registered wrongly. */
export async function wrongRedirectAddress(tab: Tab, place: Place): Promise<void> {
  await press(tab, place, 'Google')
  await tab.getByRole('heading', { name: 'Something went wrong' }).waitFor()
}

/** Opens the newest sign-in in the inspector. */
export async function openNewest(tab: Tab, { inspector }: Place): Promise<void> {
  await tab.goto(inspector)
  await tab.locator('.flows a').first().click()
  await tab.getByRole('heading', { level: 1 }).waitFor()
}
