import { errorOf } from '../attacks/stage.ts'
import { letAllIn } from './deeds.ts'
import { addresses, base, type Name, names } from './house.ts'
import { idOf } from './look.ts'
import {
  goOn,
  mailOf,
  passwordsOf,
  pathOf,
  readsMailTo,
  type Seat,
  type Story,
  usePasskey,
} from './story.ts'

/** All that is wrong when a story is over. It asks for much, and changes much. */
export async function lastLook(story: Story): Promise<string[]> {
  await story.deploy({ secrets: story.version.secrets })
  await letAllIn(story)
  return [
    ...(await answersThatTell(story)),
    ...(await ownersWhoStayOut(story)),
    ...(await lastWaysThatGo(story)),
  ]
}

const nonsense = 'a password that nobody has'

/** Forms that name an address: their path and their other fields. */
const forms: readonly (readonly [string, Record<string, string>])[] = [
  ['signin/email', {}],
  ['callback/password', { password: nonsense }],
  ['callback/password', { action: 'forgot' }],
  ['callback/password', { action: 'signUp', password: nonsense }],
]

/** No answer says whether somebody has an address. */
async function answersThatTell(story: Story): Promise<string[]> {
  const wrong: string[] = []
  for (const [path, form] of forms) {
    const ask = async (email: string) => {
      const { browser } = story.fresh('eve')
      const answer = await browser.submit(`${base}/${path}`, { ...form, email })
      const to = URL.parse(answer.headers.get('location') ?? '')
      const cookies = [...browser.cookies].map(([name, { length }]) => `${name.length} ${length}`)
      const place = [to?.pathname, ...(to?.searchParams.keys() ?? [])]
      return [answer.status, ...place, errorOf(answer), ...cookies].join(' ')
    }
    const unknown = await ask('who@one.test')
    for (const address of addresses.filter(({ length }) => length === 'who@one.test'.length)) {
      const known = await ask(address)
      if (known !== unknown) wrong.push(`${path} tells of ${address}: ${known}, not ${unknown}`)
    }
  }
  await story.settled()
  return wrong
}

/** The reader of an address gets in by it, unless its user has a factor that is not theirs. */
async function ownersWhoStayOut(story: Story): Promise<string[]> {
  const wrong: string[] = []
  for (const address of addresses) {
    story.world.clock.advance('40s')
    const before = await story.storage.getUserByEmail(address)
    const person = names.find((name) => readsMailTo(name, address)) ?? 'ada'
    const seat = story.fresh(person)
    await seat.browser.submit(`${base}/signin/email`, { email: address })
    const [letter] = mailOf(story, person)
    const opened = await seat.browser.submit(letter?.link ?? '')
    const answer = await goOn(story, seat, opened)
    const id = (await seat.browser.session())?.user.id
    const user = id === undefined ? undefined : await story.storage.getUser(id)
    if (user?.email === address && user.emailVerified) continue
    const isAsked = pathOf(answer).endsWith('/second-factor') && before?.emailVerified
    const isPasskeyAsked = story.passkeys.length > 0
    if (isAsked && (isPasskeyAsked || story.holders.get(before.id) !== person)) continue
    wrong.push(`${person} does not get in by ${address}: ${answer.headers.get('location')}`)
  }
  return wrong
}

/** However many ways in are removed, one that really signs in stays. */
async function lastWaysThatGo(story: Story): Promise<string[]> {
  const { auth, storage } = story
  const wrong: string[] = []
  const refused = () => undefined
  for (const { id: userId, email } of (await storage.listUsers({}, { limit: 100 })).users) {
    const before = await waysThatWork(story, userId)
    for (const { provider, providerAccountId: account } of await storage.listAccounts(userId))
      if (provider !== 'passkey')
        await auth.accounts.unlink({ userId }, { provider, account }).catch(refused)
    for (const { id } of await auth.passkeys.list({ userId }))
      await auth.passkeys.remove({ userId }, id).catch(refused)
    await auth.passwords.remove({ userId }).catch(refused)
    const isOut = before.length > 0 && (await waysThatWork(story, userId)).length === 0
    if (isOut) wrong.push(`${userId} (${email}) could come by ${before}, and nothing is left`)
  }
  return wrong
}

/** The ways in of a user that really lead to their session, or to their second factor. */
async function waysThatWork(story: Story, userId: string): Promise<string[]> {
  const { storage, passkeys, subjects } = story
  const works: string[] = []
  const note = async (way: string, { browser }: Seat, answer?: Response) => {
    const isHalfIn = answer !== undefined && pathOf(answer).includes('/second-factor')
    if (isHalfIn || (await browser.session())?.user.id === userId) works.push(way)
  }
  const personOf = (id: string): Name | undefined =>
    subjects.get(id) ?? names.find((name) => id === `p-${name}`)
  for (const { provider, providerAccountId } of await storage.listAccounts(userId)) {
    const as = personOf(providerAccountId)
    const seat = story.fresh('ada')
    if (as) await note(provider, seat, await seat.browser.signIn(provider, { as }))
  }
  const own = (await storage.listAuthenticatorsByUserId(userId)).map(idOf)
  for (const { key } of passkeys.filter(({ key: { id } }) => own.includes(id))) {
    const seat = story.fresh('ada')
    await usePasskey(seat, key)
    await note('passkey', seat)
  }
  const { email, emailVerified } = (await storage.getUser(userId)) ?? {}
  if (email && emailVerified) works.push('email')
  if (!email || !(await story.auth.passwords.has({ userId }))) return works
  for (const password of names.flatMap(passwordsOf)) {
    const seat = story.fresh('ada')
    const form = { email, password }
    await note('password', seat, await seat.browser.submit(`${base}/callback/password`, form))
  }
  return works
}
