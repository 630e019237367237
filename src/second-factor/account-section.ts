import type { Context } from '../context.ts'
import type { PageText } from '../types/language.ts'
import type { OwnFactor, TrustedBrowser } from '../types/second-factor.ts'
import type { AccountItem, AccountSection, ActionView } from '../types/views.ts'
import type { FactorText } from './factor-text.ts'
import { factorsOf } from './factors.ts'
import type { Rules } from './options.ts'
import { ownFactors } from './own-factors.ts'
import { canShowPasskey } from './passkey-step.ts'
import { factorText } from './text.ts'

/** The second factors of a person, and what they can do with them. */
export async function factorSection(
  context: Context,
  rules: Rules,
  { id: userId }: { id: string },
  say: PageText,
): Promise<AccountSection> {
  const own = await factorText(context)
  const { factors, recoveryCodes, trustedBrowsers } = await ownFactors(context, userId)
  const { totp } = await factorsOf(context, userId)
  const words: Words = { own, say, action: `${context.baseUrl}/account` }
  const setUp = `${context.baseUrl}/second-factor-setup`
  const isOn = factors.length > 0
  const mayAskPasskey =
    !factors.some(isPasskeyFactor) && (await canShowPasskey(context, rules, userId))
  return {
    title: own.section,
    none: own.off,
    items: [
      ...factors.map((factor) => factorItem(factor, words, setUp)),
      ...(isOn && rules.recoveryCodes > 0 ? [codesItem(context, recoveryCodes, own)] : []),
      ...trustedBrowsers.map((browser) => browserItem(browser, words)),
      ...(mayAskPasskey ? [passkeyItem(words)] : []),
    ],
    ...(rules.totp && !totp && { add: { submit: own.setUp, action: setUp } }),
  }
}

interface Words {
  own: FactorText
  say: PageText
  action: string
}

function isPasskeyFactor({ factor }: OwnFactor): boolean {
  return factor === 'passkey'
}

function factorItem(
  { factor, addedAt, lastUsedAt }: OwnFactor,
  words: Words,
  setUp: string,
): AccountItem {
  const { own, say, action } = words
  const isApp = factor === 'totp'
  const change = { label: own.anotherApp, action: setUp }
  return {
    name: isApp ? own.app : own.passkeys,
    icon: 'key',
    facts: [
      addedAt ? { label: say.added, at: addedAt, date: true as const } : own.appUnreadable,
      ...(lastUsedAt ? [{ label: say.lastUsed, at: lastUsedAt }] : []),
    ],
    actions: [
      ...(isApp ? [change] : []),
      { label: say.remove, action, fields: { action: 'removeFactor', factor } },
    ],
  }
}

function codesItem({ baseUrl }: Context, left: number, own: FactorText): AccountItem {
  const renew: ActionView = { action: `${baseUrl}/recovery-codes` }
  return {
    name: own.recoveryCodes,
    icon: 'key',
    facts: [own.left(left)],
    actions: [{ ...renew, label: own.newCodes }],
  }
}

function browserItem({ id, browser, system, expires }: TrustedBrowser, words: Words): AccountItem {
  const { own, say, action } = words
  return {
    name: browser && system ? say.device(browser, system) : own.trusted,
    icon: 'key',
    facts: [own.trusted, { label: own.until, at: expires, date: true }],
    actions: [{ label: own.forget, action, fields: { action: 'forgetBrowser', id } }],
  }
}

function passkeyItem({ own, action }: Words): AccountItem {
  return {
    name: own.passkeys,
    icon: 'key',
    facts: [own.passkeysOff],
    actions: [{ label: own.askPasskey, action, fields: { action: 'requirePasskey' } }],
  }
}
