import { fromBase32 } from '../../src/second-factor/base32.ts'
import { stepAt, totpCode } from '../../src/second-factor/totp.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { post } from '../methods/ceremonies.ts'
import { type SoftKey, softKey } from '../methods/soft-key.ts'
import { origin } from '../setup.ts'
import {
  base,
  type House,
  type HouseRules,
  type Letter,
  mailboxes,
  type Name,
  names,
  openHouse,
} from './house.ts'

/** A place where somebody sits. */
export interface Seat {
  readonly person: Name
  /** A thief may put a copy of another one in its place. */
  browser: TestBrowser
}

/** A key by which a program or a device acts for a user. */
export interface Token {
  readonly kind: 'access token' | 'app key' | 'device'
  /** Tells it from others, also after an app has renewed its key. */
  readonly id: number
  readonly scopes: readonly string[]
  /** The key in force. */
  key: string
  /** The keys before it. */
  readonly old: string[]
}

/** The rules of a story. */
export interface Rules extends HouseRules {
  /** Eve steals from Ada: a session, a password, an account at a platform. */
  readonly hasThief: boolean
}

/** A story, as far as it has come: the application, and what people have. */
export interface Story extends House, Rules {
  readonly seats: readonly Seat[]
  readonly tokens: Token[]
  readonly passkeys: { readonly by: Name; readonly key: SoftKey }[]
  /** The authenticator apps: whose phone, and the secret. */
  readonly apps: { readonly by: Name; readonly secret: string }[]
  /** The person whose phone a user's authenticator app is on. */
  readonly holders: Map<string, Name>
  /** The people of accounts whose platform gives them opaque ids. */
  readonly subjects: Map<string, Name>
  /** The links by which an address can be taken back, with the ways in that its user had at the change. */
  readonly changes: Map<string, readonly string[]>
  /** The link that was opened last. */
  opened: string
  /** The moments at which impersonations began, by the key of each, in milliseconds since 1970. */
  readonly acting: Map<string, number>
  /** The users of tokens, by the id of each, and the tokens that have ended. */
  readonly owners: Map<number, string>
  readonly ended: Set<number>
  /** The mistakes that deeds saw themselves. */
  readonly mistakes: string[]
  /** A new browser of somebody. */
  fresh(person: Name): Seat
}

/** Everybody sits at two browsers. */
export async function beginStory(rules: Rules): Promise<Story> {
  const house = await openHouse(rules)
  const fresh = (person: Name): Seat => ({ person, browser: house.open() })
  const seats = names.flatMap((person) => [fresh(person), fresh(person)])
  const have = { tokens: [], passkeys: [], apps: [], opened: '', mistakes: [] }
  const known = { holders: new Map(), subjects: new Map(), changes: new Map() }
  const ends = { acting: new Map(), owners: new Map(), ended: new Set<number>() }
  // A copy would keep the instance of the first deployment.
  return Object.assign(house, rules, have, known, ends, { seats, fresh })
}

/** The two passwords that a person uses. */
export const passwordsOf = (person: Name): readonly [string, string] => [
  `the first password of ${person}`,
  `another password of ${person}`,
]

/** True if somebody reads the mails to an address. */
export const readsMailTo = (person: Name, address: string | null | undefined): boolean =>
  mailboxes[person].some((own) => own === address)

/** The mails that a person can read, the newest first. */
export function mailOf({ letters }: Pick<Story, 'letters'>, person: Name): Letter[] {
  return letters.filter(({ to }) => readsMailTo(person, to)).reverse()
}

export const bearing = (key: string): Headers => new Headers({ authorization: `Bearer ${key}` })

/** The path that an answer leads to. */
export const pathOf = (response: Response): string =>
  URL.parse(response.headers.get('location') ?? '', origin)?.pathname ?? ''

/** The code that an app shows now. */
const codeOf = ({ world }: Story, secret: string) =>
  totpCode(fromBase32(secret) ?? new Uint8Array(), stepAt(Math.floor(world.clock.now() / 1000)))

/** Takes the steps that a sign-in leads to, as far as the person can. */
export async function goOn(
  story: Story,
  seat: Seat,
  answer: Response,
  trust = false,
): Promise<Response> {
  const next = pathOf(answer).endsWith('/second-factor-setup')
    ? ((await setUpApp(story, seat)) ?? answer)
    : answer
  return pathOf(next).endsWith('/second-factor') ? typeCode(story, seat, next, trust) : next
}

/** Tries the codes of every app that the person has. */
async function typeCode(
  story: Story,
  { person, browser }: Seat,
  asked: Response,
  trust: boolean,
): Promise<Response> {
  let answer = asked
  for (const { secret } of story.apps.filter(({ by }) => by === person)) {
    const form = { code: await codeOf(story, secret), ...(trust && { trust: 'yes' }) }
    answer = await browser.submit(`${base}/second-factor`, form)
    if (!answer.headers.get('location')?.includes('error=')) return answer
  }
  return answer
}

const program = { accept: 'application/json' }

/** Sets an app up, in a session or in a sign-in; returns the last answer, or where something else is asked for. */
export async function setUpApp(
  story: Story,
  { person, browser }: Seat,
): Promise<Response | undefined> {
  const path = `${base}/second-factor-setup`
  const shown = await browser.submit(path, {}, program)
  if (!shown.ok) return shown.headers.has('location') ? shown : undefined
  const { url, setup } = await shown.json()
  const secret = URL.parse(url)?.searchParams.get('secret') ?? ''
  const shownCodes = await browser.submit(
    path,
    { setup, code: await codeOf(story, secret) },
    program,
  )
  if (!shownCodes.ok) return shownCodes
  story.apps.push({ by: person, secret })
  const { proven } = await shownCodes.clone().json()
  return proven ? browser.submit(path, { proven }) : shownCodes
}

/** Makes a passkey, for somebody who signs up or who is signed in. */
export async function makePasskey(story: Story, { person, browser }: Seat): Promise<void> {
  const key = softKey(origin)
  const asked = { action: 'register', name: person }
  const { body } = await post(browser, 'webauthn-options/passkey', asked)
  if (!body.options) return
  await post(browser, 'callback/passkey', { action: 'register', data: key.create(body.options) })
  story.passkeys.push({ by: person, key })
}

/** Signs in with a passkey. */
export async function usePasskey({ browser }: Seat, key: SoftKey): Promise<void> {
  const { body } = await post(browser, 'webauthn-options/passkey', { action: 'authenticate' })
  await post(browser, 'callback/passkey', { action: 'authenticate', data: key.get(body.options) })
}

/** Opens a mail at a browser, and presses the button of its page. */
export async function openMail(
  story: Story,
  seat: Seat,
  { link }: Letter,
  which: number,
): Promise<void> {
  const url = URL.parse(link)
  if (!url) return
  story.opened = link
  const { browser, person } = seat
  const token = url.searchParams.get('token') ?? ''
  const trust = which === 3
  if (url.pathname.endsWith('/callback/password')) {
    const page = await (await browser.visit(link)).text()
    const password = passwordsOf(person)[which % 2] ?? ''
    const form = { action: 'link', ...(page.includes('type="password"') && { password }) }
    await goOn(story, seat, await browser.submit(link, form), trust)
  } else if (/-email$|\/notice$/.test(url.pathname)) await browser.submit(url.pathname, { token })
  else await goOn(story, seat, await browser.submit(link), trust)
}
