import type { Chance } from '../fuzz/chance.ts'
import { type Answer, answered, count, post, postRoute } from './answers.ts'
import { type Device, disturbing, type Ghost, isUncertain, type Step } from './people.ts'
import { copyCookies, judgeGhost, readDevice, unlessUnanswered } from './sessions.ts'
import type { Story } from './sign-ins.ts'

const platforms = ['plain', 'idp', 'post']

function act({ browser }: Device, action: string, more: object = {}): Promise<Answer> {
  return postRoute(browser, 'account', { action, ...more })
}

/** Does what takes something away from somebody. */
async function taking(
  { run, person }: Step,
  what: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await disturbing([person], () => answered(work))
  count(run, what, answer)
  return answer
}

/** The cookies of those devices that are signed in as the same user, without the asking one if it only ends others. */
function copies({ person, device }: Step, ended: string, keepsCurrent: boolean): Ghost[] {
  const userId = device.session?.userId
  return person.devices
    .filter((each) => each.session?.userId === userId && !(keepsCurrent && each === device))
    .map((each) => copyCookies(each, person.name, ended))
}

/** Ends sessions: from the moment of the answer their cookies are worth nothing. */
function ending(what: string, work: (device: Device) => Promise<Answer>): Story {
  return async (step) => {
    const { run, device } = step
    if (!device.session) return
    const keepsCurrent = what === 'endOthers'
    const ghosts = copies(step, what, keepsCurrent)
    const { error } = await taking(step, what, () => work(device))
    if (!keepsCurrent) device.session = undefined
    if (error !== undefined) return
    run.ghosts.push(...ghosts)
    for (const ghost of ghosts) await judgeGhost(run, ghost)
  }
}

/** “Sign out everywhere”. */
export const endAll: Story = ending('endAll', (device) => act(device, 'endAll'))

/** “Sign out everywhere else”. */
export const endOthers: Story = ending('endOthers', (device) => act(device, 'endOthers'))

/** Somebody leaves. */
export const leave: Story = ending('delete', (device) => act(device, 'delete', { confirm: 'yes' }))

/** Somebody signs out on one device. */
export const signOut: Story = async ({ run, device, person }) => {
  if (!device.session) return
  const ghost = copyCookies(device, person.name, 'signing out')
  const answer = await answered(() => postRoute(device.browser, 'signout'))
  count(run, 'sign out', answer)
  device.session = undefined
  if (answer.error !== undefined) return
  run.ghosts.push(ghost)
  await judgeGhost(run, ghost)
}

/** Somebody disconnects a platform. */
export const unlink: Story = async (step) => {
  const { chance, device } = step
  if (!device.session) return
  const provider = chance.pick([...platforms, 'credentials'])
  await taking(step, 'unlink', () => act(device, 'disconnect', { provider }))
}

/** Somebody disconnects everything at once, on two devices: one way in must stay. */
export const unlinkAll: Story = async (step) => {
  const { device } = step
  if (!device.session) return
  const all = [...platforms, 'credentials', 'passkey']
  await Promise.all(
    all.map((provider) => taking(step, 'unlink', () => act(device, 'disconnect', { provider }))),
  )
}

/** Somebody removes a passkey. */
export const removePasskey: Story = async (step) => {
  const { chance, device, person } = step
  if (!device.session || person.passkeys.length === 0) return
  const { id } = chance.pick(person.passkeys)
  await taking(step, 'remove passkey', () => act(device, 'removePasskey', { id }))
}

/** Mostly that by which the person signed in, so that there are tokens. */
function likelyPlatform(chance: Chance, { way }: Device): string {
  const any = chance.pick(platforms)
  return platforms.includes(way) && chance.percent(80) ? way : any
}

/** The application asks for an access token, which must be this person's, and good. */
export const token: Story = async ({ run, chance, device, person }) => {
  if (!device.session) return
  const provider = likelyPlatform(chance, device)
  const { begun, open } = person.unrest
  const answer = await answered(() => post(device.browser, `token/${provider}`))
  count(run, 'token', answer)
  // `plain` gave a new refresh token to a server that was killed before it could keep it: nobody has it.
  if (answer.error === 'no answer' && provider === 'plain') person.excused.add(provider)
  if (answer.error !== undefined) return
  const { grants, tokens } = run.world.snapshot().state
  const given = tokens.get(String(answer.body.token))
  const grant = grants.get(given?.grant ?? '')
  if (grant?.persona !== person.name || grant.platform !== provider) {
    run.problems.add(`nobody signed in as another: ${person.name} got a token of somebody else`)
  }
  const isGood = grant && !grant.revoked && (given?.expires ?? 0) > run.world.clock.now()
  const isCalm = open === 0 && begun === person.unrest.begun
  if (!isGood && isCalm && !person.excused.has(provider)) {
    run.problems.add(`no token lost: ${provider} does not honour the one that ${person.name} got`)
  }
}

/** Somebody takes the application's tokens back. */
export const revoke: Story = async (step) => {
  const { chance, device, person } = step
  if (!device.session) return
  const provider = likelyPlatform(chance, device)
  person.excused.add(provider)
  const answer = await taking(step, 'revoke', () => post(device.browser, `revoke/${provider}`))
  if (answer.error === undefined || isUncertain(answer)) person.excused.add(provider)
}

/** Somebody looks who they are. */
export const look: Story = async ({ run, person, device }) => {
  await readDevice(run, person, device).catch(unlessUnanswered)
}

/** Somebody changes their name. */
export const rename: Story = async ({ run, person, device }) => {
  if (!device.session) return
  const answer = await answered(() => act(device, 'update', { name: person.name }))
  count(run, 'update', answer)
}
