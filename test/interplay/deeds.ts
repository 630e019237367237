import type { Do } from './deed.ts'
import { deploying } from './deploying.ts'
import { giving } from './giving.ts'
import { base, mailboxes } from './house.ts'
import { operating } from './operating.ts'
import {
  goOn,
  mailOf,
  makePasskey,
  openMail,
  passwordsOf,
  type Seat,
  type Story,
  setUpApp,
  usePasskey,
} from './story.ts'

const current = async ({ browser }: Seat) => (await browser.session())?.user.id

const refused = () => undefined

const signInAt =
  (provider: string): Do =>
  async (story, seat, { which }) =>
    goOn(story, seat, await seat.browser.signIn(provider, { as: seat.person }), which === 3)

const connect =
  (provider: string): Do =>
  async (_story, seat) => {
    if (await current(seat)) await seat.browser.signIn(provider, { as: seat.person, link: true })
  }

/** Asks for a mail. */
const asks = {
  signIn: (_story, { browser }, { address: email }) =>
    browser.submit(`${base}/signin/email`, { email }),
  signUp: (_story, { browser, person }, { address: email, which }) => {
    const password = passwordsOf(person)[which % 2] ?? ''
    return browser.submit(`${base}/callback/password`, { action: 'signUp', email, password })
  },
  reset: (_story, { browser }, { address: email }) =>
    browser.submit(`${base}/callback/password`, { action: 'forgot', email }),
  change: (_story, { browser }, { address: email }) =>
    browser.submit(`${base}/change-email`, { email }),
  add: (_story, { browser }, { address: email }) =>
    browser.submit(`${base}/signin/email`, { email, link: 'true' }),
} satisfies Record<string, Do>

/** Asks for a mail to an address of one's own, and opens it. */
const byMail =
  (ask: Do): Do =>
  async (story, seat, act) => {
    const own: readonly string[] = mailboxes[seat.person]
    const address = own.includes(act.address) ? act.address : (own[0] ?? '')
    const count = story.letters.length
    await ask(story, seat, { ...act, address })
    await story.settled()
    const [letter] = mailOf({ letters: story.letters.slice(count) }, seat.person)
    if (letter) await openMail(story, seat, letter, act.which)
  }

/** Opens one of the mails that the person has. */
const opens =
  (path: string): Do =>
  async (story, seat, { which }) => {
    const mails = mailOf(story, seat.person).filter(({ link }) => link.includes(path))
    const letter = mails[which % Math.max(1, mails.length)]
    if (letter) await openMail(story, seat, letter, which)
  }

const comingIn: Readonly<Record<string, Do>> = {
  'signs in at plain': signInAt('plain'),
  'signs in at idp': signInAt('idp'),
  'begins as a guest': (_story, { browser }) => browser.submit(`${base}/callback/guest`),
  'signs in by a mail': byMail(asks.signIn),
  'asks for a mail to sign in with': asks.signIn,
  'signs up by a mail': byMail(asks.signUp),
  'signs up with a password': asks.signUp,
  'signs in with a password': async (story, seat, { address: email, which }) => {
    const stolen = story.hasThief && seat.person === 'eve' ? passwordsOf('ada') : []
    const known = [...passwordsOf(seat.person), ...stolen]
    const form = { email, password: known[which % known.length] ?? '' }
    const answer = await seat.browser.submit(`${base}/callback/password`, form)
    await goOn(story, seat, answer, which === 3)
  },
  'resets a password': byMail(asks.reset),
  'forgets a password': asks.reset,
  'opens a mail': opens('/'),
  'makes a passkey': makePasskey,
  'signs in with a passkey': async ({ passkeys }, seat, { which }) => {
    const own = passkeys.filter(({ by }) => by === seat.person)
    const found = own[which % Math.max(1, own.length)]
    if (found) await usePasskey(seat, found.key)
  },
}

const changing: Readonly<Record<string, Do>> = {
  'changes the address': byMail(asks.change),
  'asks for another address': asks.change,
  'takes an address back': opens('/restore-email'),
  'says that it was not them': async (story, seat, { which }) => {
    const mails = mailOf({ letters: story.notices }, seat.person)
    const letter = mails[which % Math.max(1, mails.length)]
    if (letter) await openMail(story, seat, letter, which)
  },
  'adds an address and proves it': byMail(asks.add),
  'adds an address': asks.add,
  'sets or changes a password': (_story, { browser, person }, { address: email, which }) => {
    const [one, two] = passwordsOf(person)
    const form = which % 2 ? { current: one, password: two } : { current: two, password: one }
    return browser.submit(`${base}/password`, { ...form, email })
  },
  'sets up an app': async (story, seat) => {
    if (await current(seat)) await setUpApp(story, seat)
  },
  'connects plain': connect('plain'),
  'connects idp': connect('idp'),
  'disconnects a platform': (_story, { browser }, { which }) => {
    const provider = which % 2 ? 'plain' : 'idp'
    return browser.submit(`${base}/account`, { action: 'disconnect', provider })
  },
  'removes the second factor': (_story, { browser }) =>
    browser.submit(`${base}/account`, { action: 'removeFactor', factor: 'totp' }),
  'removes the password': (_story, { browser }) =>
    browser.submit(`${base}/account`, { action: 'removePassword', provider: 'password' }),
  'removes a passkey': async ({ auth }, { browser }) => {
    const [first] = await auth.passkeys.list(browser.headers).catch(() => [])
    if (first) await auth.passkeys.remove(browser.headers, first.id).catch(refused)
  },
  'deletes the account': (_story, { browser }) =>
    browser.submit(`${base}/account`, { action: 'delete', confirm: 'yes' }),
  'signs out': (_story, { browser }) => browser.signOut(),
  'signs out everywhere': ({ auth }, { browser }, { which }) =>
    auth.sessions.endAll(browser.headers, { keepCurrent: which === 0 }).catch(refused),
}

/** The theft of a session, after which Eve's second browser is a copy of Ada's. */
export const theft = 'is robbed of a session'

const others: Readonly<Record<string, Do>> = {
  [theft]: async ({ seats, hasThief }, { person, browser }) => {
    const thief = seats.findLast((seat) => seat.person === 'eve')
    if (hasThief && thief && person === 'ada') thief.browser = browser.clone()
  },
  'comes from plain as Ada': async (story, seat, { which }) => {
    if (!story.hasThief || seat.person !== 'eve') return
    await goOn(story, seat, await seat.browser.signIn('plain', { as: 'ada' }), which === 3)
  },
  'is blocked': async ({ auth }, seat) => {
    const id = await current(seat)
    if (id) await auth.users.block(id)
  },
  'is let in again': letAllIn,
  'lets time pass': async ({ world }, _seat, { which }) =>
    world.clock.advance((['1m', '61m', '1d', '10m'] as const)[which] ?? '1m'),
}

/** Ends all blocks. */
export async function letAllIn({ auth, storage }: Story): Promise<void> {
  for (const { id, signInBlock } of (await storage.listUsers({}, { limit: 100 })).users)
    if (signInBlock) await auth.users.unblock(id)
}

/** All that people do. */
export const deeds: Readonly<Record<string, Do>> = {
  ...comingIn,
  ...changing,
  ...giving,
  ...operating,
  ...deploying,
  ...others,
}
