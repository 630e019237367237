import { type Answer, answered, count, postRoute } from './answers.ts'
import { addressFor, isSquatter } from './outside.ts'
import { disturbing, type Step } from './people.ts'
import { beginning, copyCookies, judgeGhost } from './sessions.ts'
import { type SignInStep, type Story, signIn, unsettled } from './sign-ins.ts'

/** How long a mail is waited for: it is sent after the answer, and not at all by a server that was killed in between. */
const mailMilliseconds = 5_000

/** The newest mail to an address that was not there before, once there is one. */
async function newMail({ run }: SignInStep, to: string, before: number): Promise<string> {
  const end = performance.now() + mailMilliseconds
  while (performance.now() < end) {
    const [newest, ...older] = run.world.inbox.messages(to)
    if (newest && older.length >= before) return newest.text
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return ''
}

/** Proves the address by a mail, and chooses a password with it. Two at once may read each other's mail. */
async function choosePassword(step: SignInStep, action: string, chosen: string): Promise<Answer> {
  const { person, device } = step
  const { browser } = device
  const email = addressFor(person.name)
  const before = step.run.world.inbox.messages(email).length
  const sent = { action, email, ...(action === 'signUp' && { password: chosen }) }
  const asked = await postRoute(browser, 'callback/password', sent)
  if (asked.error !== undefined) return asked
  const text = await newMail(step, email, before)
  const [, code] = /\b(\d{3} \d{3})\b/.exec(text) ?? []
  const [, token] = /token=([\w-]+)/.exec(text) ?? []
  if (!token) return { error: text ? 'no account' : 'no mail', body: {} }
  const { flow } = asked.body
  // Both are as good, where the mail has both.
  const byCode = code && Number(code.at(-1)) % 2 === 0
  const proof = byCode ? { flow, code } : { action: 'link', token }
  return postRoute(browser, 'callback/password', { ...proof, password: chosen })
}

/** Somebody signs up, or has forgotten their password. Whoever was signed in as that user is signed out. */
export const newPassword: Story = async (step) => {
  const { run, person, device, chance } = step
  if (isSquatter(person.name)) return
  const action = chance.pick(['signUp', 'forgot'])
  const chosen = `${person.name} chooses ${crypto.randomUUID()}`
  person.passwords.push(chosen)
  const copies = person.devices.map((each) => ({
    userId: each.session?.userId,
    ghost: copyCookies(each, person.name, 'a new password'),
  }))
  await disturbing([person, ...unsettled(person)], async () => {
    const work = () => choosePassword(step, action, chosen)
    const { answer, userId } = await beginning(run, person, device, work)
    count(run, 'new password', answer)
    if (answer.error !== undefined || userId === undefined) return answer
    for (const { ghost, userId: whose } of copies) {
      if (whose !== userId) continue
      run.ghosts.push(ghost)
      await judgeGhost(run, ghost)
    }
    return answer
  })
}

/** Types an address and a password. */
function typeStored({ person, device }: SignInStep, password: string): Promise<Answer> {
  const email = addressFor(person.name)
  return postRoute(device.browser, 'callback/password', { email, password })
}

/** Somebody types one of the passwords that they chose; it may not be the last one. */
export const storedPassword: Story = async (step) => {
  const { person, chance } = step
  if (person.passwords.length === 0) return
  const typed = chance.pick(person.passwords.slice(-3))
  await signIn(step, 'stored password', 'password', () => typeStored(step, typed))
}

/** Somebody types the password of somebody else. */
export const foreignPassword: Story = async (step) => {
  const { run, person, chance } = step
  const other = chance.pick(run.people.filter((each) => each !== person))
  const typed = other.passwords.at(-1)
  if (typed === undefined) return
  const answer = await answered(() => typeStored(step, typed))
  count(run, 'wrong password', answer)
  if (answer.error === undefined)
    run.problems.add('nobody signed in as another: a password of somebody else was accepted')
}

/** Whoever is signed in changes their password. This device stays signed in, by another key. */
export const changePassword: Story = async (step: Step) => {
  const { run, person, device, chance } = step
  if (!device.session || person.passwords.length === 0) return
  const current = chance.pick(person.passwords.slice(-3))
  const chosen = `${person.name} changes to ${crypto.randomUUID()}`
  person.passwords.push(chosen)
  const { userId: mine } = device.session
  const ghosts = person.devices
    .filter((each) => each.session?.userId === mine)
    .map((each) => copyCookies(each, person.name, 'a changed password'))
  await disturbing([person], async () => {
    const work = () => postRoute(device.browser, 'password', { current, password: chosen })
    const { answer, userId } = await beginning(run, person, device, work)
    count(run, 'change password', answer)
    // Whoever had none sets a first one, which ends nothing, and goes on with the same key; so does who only asks to prove an address.
    if (answer.error !== undefined || userId === undefined) return answer
    run.ghosts.push(...ghosts)
    for (const ghost of ghosts) await judgeGhost(run, ghost)
    return answer
  })
}
