import { type SoftKey, softKey } from '../methods/soft-key.ts'
import { arrival, origin } from '../setup.ts'
import { type Answer, answered, count, postRoute, readArrival } from './answers.ts'
import { password, stepHeader } from './application.ts'
import { addressFor, isSquatter } from './outside.ts'
import { calm, disturbing, isUncertain, type Person, type Step } from './people.ts'
import { beginning } from './sessions.ts'

/** Something that somebody does. */
export type Story = (step: Step) => Promise<void>

const platforms = ['plain', 'idp', 'post']

/** Signs in by a way, and compares whom it leads to with last time. */
export async function signIn(
  { run, person, device }: Step,
  what: string,
  way: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const before = calm(person)
  const { answer, userId } = await beginning(run, person, device, work)
  count(run, what, answer)
  if (userId === undefined) return answer
  device.way = way
  if (before === undefined || before !== calm(person)) {
    person.seen.delete(way)
    return answer
  }
  person.excused.delete(way)
  const { userId: earlier, begun } = person.seen.get(way) ?? {}
  if (begun === before && earlier !== userId) {
    run.problems.add(`one user per account: ${way} of ${person.name} led to two users`)
  }
  person.seen.set(way, { userId, begun: before })
  return answer
}

/** Whoever proves an address unsettles those who only claimed it. */
export function unsettled({ squatter }: Person): Person[] {
  return squatter ? [squatter] : []
}

/** Who signs in, and where. */
export type SignInStep = Pick<Step, 'run' | 'person' | 'device'>

/** Through a platform, from the button to the end. */
export async function throughPlatform(
  { device: { browser }, person: { name }, run }: SignInStep,
  platform: string,
  link = false,
): Promise<Answer> {
  const wish = link ? { link: 'true' } : {}
  const { body, error } = await postRoute(browser, `signin/${platform}`, wish)
  const { url } = body
  if (error !== undefined || typeof url !== 'string') return { error: error ?? 'no address', body }
  const back = await arrival(await run.world.decide(url, { as: name }))
  if (typeof back === 'string') return readArrival(await browser.visit(back))
  return readArrival(await browser.send(back, { crossSite: true }))
}

/** Somebody signs in through a platform; who claims another one's address may be refused. */
export const platform: Story = async (step) => {
  const { person, chance } = step
  if (isSquatter(person.name)) {
    await signIn(step, 'squatter signs in', 'plain', () => throughPlatform(step, 'plain'))
    return
  }
  const id = chance.pick(platforms)
  await disturbing(unsettled(person), () =>
    signIn(step, 'platform', id, () => throughPlatform(step, id)),
  )
}

/** The same on two devices at once, as a double click does. */
export const platformTwice: Story = async (step) => {
  const { person, chance } = step
  // Only a device that is free: two that wait for each other would wait for ever.
  const other = person.devices.find(({ tasks }) => tasks === 0)
  if (isSquatter(person.name) || !other) return
  const id = chance.pick(platforms)
  const once = async (each: Step) => {
    await disturbing(unsettled(person), () =>
      signIn(each, 'platform', id, () => throughPlatform(each, id)),
    )
  }
  await Promise.all([once(step), inTurn(other, () => once({ ...step, device: other }))])
}

/** After whatever else the device does. */
export async function inTurn(device: Step['device'], work: () => Promise<void>): Promise<void> {
  device.tasks++
  const turn = device.turn.then(work).finally(() => device.tasks--)
  device.turn = turn.catch(() => {})
  await turn
}

/** Whoever is signed in connects a platform. */
export const link: Story = async (step) => {
  const { run, person, chance, device } = step
  if (isSquatter(person.name) || !device.session) return
  const id = chance.pick(platforms)
  const { answer } = await beginning(run, person, device, () => throughPlatform(step, id, true))
  count(run, 'link', answer)
}

/** By mail: its link, or its code. */
export async function byMail(step: SignInStep, more: object = {}): Promise<Answer> {
  const { run, person, device } = step
  const { browser } = device
  const email = addressFor(person.name)
  const id = crypto.randomUUID()
  const asked = await postRoute(browser, 'signin/email', { email, ...more }, { [stepHeader]: id })
  if (asked.error !== undefined) return asked
  const sent = run.world.inbox.messages(email).find(({ subject }) => subject === id)
  if (!sent) return { error: 'no mail', body: {} }
  const { url, code } = JSON.parse(sent.text)
  // Both are as good.
  if (Number(code) % 2 === 0) return readArrival(await browser.visit(url))
  const flow = new URL(String(asked.body.url)).searchParams.get('flow')
  return postRoute(browser, 'callback/email', { code, flow })
}

/** Somebody signs in by mail. */
export const mail: Story = async (step) => {
  const { person } = step
  if (isSquatter(person.name)) return
  await disturbing(unsettled(person), () => signIn(step, 'mail', 'email', () => byMail(step)))
}

/** Whoever is signed in adds their address. */
export const linkMail: Story = async (step) => {
  const { run, person, device } = step
  if (isSquatter(person.name) || !device.session) return
  await disturbing(unsettled(person), async () => {
    const { answer } = await beginning(run, person, device, () => byMail(step, { link: 'true' }))
    count(run, 'link', answer)
    return answer
  })
}

/** With the password, right or wrong. */
export function typePassword(
  { person: { name }, device: { browser } }: SignInStep,
  typed: string = password,
  username: string = name,
): Promise<Answer> {
  return postRoute(browser, 'callback/credentials', { username, password: typed })
}

/** Somebody types their password. */
export const rightPassword: Story = async (step) => {
  if (isSquatter(step.person.name)) return
  await signIn(step, 'password', 'credentials', () => typePassword(step))
}

/** Somebody guesses: for their own name, or for one that nobody has and whose tries are counted. */
export const wrongPassword: Story = async (step) => {
  const { run, person, chance } = step
  const username = chance.percent(20) ? person.name : 'nobody'
  const answer = await answered(() => typePassword(step, 'wrong', username))
  count(run, 'wrong password', answer)
  if (username === 'nobody' && answer.error === 'CredentialsSignin') run.guesses++
  if (answer.error === undefined) {
    run.problems.add('nobody signed in as another: a wrong password was accepted')
  }
}

/** With a passkey, from the options to the end. */
export async function showPasskey(
  { device: { browser } }: SignInStep,
  key: SoftKey,
): Promise<Answer> {
  const begun = await postRoute(browser, 'webauthn-options/passkey', { action: 'authenticate' })
  if (begun.error !== undefined) return begun
  const data = key.get(begun.body.options)
  return postRoute(browser, 'callback/passkey', { action: 'authenticate', data })
}

async function makePasskey({ device: { browser }, person }: Step): Promise<Answer> {
  const wish = { action: 'register', name: person.name }
  const begun = await postRoute(browser, 'webauthn-options/passkey', wish)
  if (begun.error !== undefined) return begun
  const key = softKey(origin)
  const data = key.create(begun.body.options)
  const answer = await answered(() =>
    postRoute(browser, 'callback/passkey', { action: 'register', data }),
  )
  // It may be there even if the answer is lost.
  if (answer.error === undefined || isUncertain(answer)) person.passkeys.push(key)
  return answer
}

/** Somebody uses one of their passkeys. */
export const passkey: Story = async (step) => {
  const { person, chance } = step
  if (person.passkeys.length === 0) return
  const key = chance.pick(person.passkeys)
  await signIn(step, 'passkey', `passkey ${key.id}`, () => showPasskey(step, key))
}

/** Somebody makes a passkey: for the user they are signed in as, or as somebody new. */
export const newPasskey: Story = async (step) => {
  const { run, person, device } = step
  if (isSquatter(person.name) || person.passkeys.length > 8) return
  const { answer } = await beginning(run, person, device, () => makePasskey(step))
  count(run, 'add passkey', answer)
}
