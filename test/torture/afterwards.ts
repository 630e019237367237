import { createBrowser } from '../../src/testing.ts'
import { origin } from '../setup.ts'
import { type Answer, postRoute } from './answers.ts'
import { application } from './application.ts'
import { type Database, openForChecks } from './databases.ts'
import { type Facts, judge } from './invariants.ts'
import { addressFor } from './outside.ts'
import { calm, newDevice, type Person, type Run } from './people.ts'
import { readRows } from './rows.ts'
import { beginning, judgeGhost, readDevice } from './sessions.ts'
import { byMail, type SignInStep, showPasskey, throughPlatform, typePassword } from './sign-ins.ts'

/** Gathers what is so now, past the library and through it. */
export async function gatherFacts(run: Run, database: Database): Promise<Facts> {
  const rows = await readRows(database)
  const storage = openForChecks(database)
  const lists = rows.users.map(async ({ id }) => (await storage.listAccounts?.(String(id))) ?? [])
  const accounts = (await Promise.all(lists)).flat()
  await storage.close?.()
  const { people, guesses, world } = run
  const platforms = world.snapshot().state
  return { rows, accounts, people, platforms, now: world.clock.now(), guesses }
}

/** Looks whether everything holds, in the storage and through the application. */
export async function judgeAfterwards(run: Run, database: Database): Promise<void> {
  const facts = await gatherFacts(run, database)
  for (const problem of judge(facts)) run.problems.add(problem)
  for (const ghost of run.ghosts) await judgeGhost(run, ghost)
  for (const person of run.people) await judgeDevices(run, person)
  for (const way of waysIn(facts)) await judgeWayIn(run, way)
  await judgePasswords(run, database, facts)
}

/** Who did not sign out is still signed in. */
async function judgeDevices(run: Run, person: Person): Promise<void> {
  for (const device of person.devices) {
    const userId = await readDevice(run, person, device)
    const { session } = device
    if (session?.begun === undefined || session.begun !== calm(person)) continue
    if (userId !== session.userId) {
      run.problems.add(`nobody is signed out by others: ${person.name} did not ask for it`)
    }
  }
}

/** One way in of one user. */
interface WayIn {
  name: string
  person: Person | undefined
  userId: unknown
  signIn(step: SignInStep): Promise<Answer>
}

/** All ways in that the storage knows. */
function waysIn({ rows, people }: Facts): WayIn[] {
  const named = (name: string | undefined) => people.find((person) => person.name === name)
  const passkeys = people.flatMap((person) => person.passkeys.map((key) => ({ person, key })))
  const accounts = rows.accounts.filter(({ type }) => type !== 'webauthn')
  return [
    ...accounts.map(({ userId, provider, providerAccountId }) => ({
      name: String(provider),
      userId,
      person: named(String(providerAccountId).split('-')[1]),
      signIn: (step: SignInStep) =>
        provider === 'credentials' ? typePassword(step) : throughPlatform(step, String(provider)),
    })),
    ...rows.users
      .filter(({ email, emailVerified }) => email != null && emailVerified != null)
      .map(({ id, email }) => ({
        name: 'mail',
        userId: id,
        person: people.find(({ name }) => addressFor(name) === email),
        signIn: byMail,
      })),
    ...rows.authenticators.map(({ userId, credentialID }) => {
      const id = Buffer.from(String(credentialID), 'base64').toString('base64url')
      const { person, key } = passkeys.find((each) => each.key.id === id) ?? {}
      const nobody = async () => ({ error: 'nobody has it', body: {} })
      const signIn = (step: SignInStep) => (key ? showPasskey(step, key) : nobody())
      return { name: 'passkey', userId, person, signIn }
    }),
  ]
}

/** It leads to its user. Too many tries of a password are the one reason why it may not. */
async function judgeWayIn(run: Run, { name, person, userId, signIn }: WayIn): Promise<void> {
  if (!person) return void run.problems.add(`everybody has a way in: ${name} is nobody's`)
  const device = newDevice(run)
  const step = { run, person, device }
  const { answer, userId: found } = await beginning(run, person, device, () => signIn(step))
  if (answer.error === 'RateLimited' && name === 'credentials') return
  if (found === userId) return
  const why = answer.error ?? `it is the one of ${found}`
  run.problems.add(`everybody has a way in: ${name} of ${person.name} does not lead there (${why})`)
}

/** A password that is kept is one that its person chose, and leads to its user. Which one it is, nobody asks: some answers were lost. */
async function judgePasswords(run: Run, database: Database, { rows }: Facts): Promise<void> {
  const settings = { database, emulator: run.emulator, shift: 0 }
  const auth = application(settings, () => {}, false)
  for (const { id, email, emailVerified } of rows.users) {
    const userId = String(id)
    if (email == null || emailVerified == null || !(await auth.passwords?.has({ userId }))) continue
    const person = run.people.find(({ name }) => addressFor(name) === email)
    const found = new Set<string | undefined>()
    // The newest first: mostly it is that one.
    for (const password of person?.passwords.toReversed() ?? []) {
      const browser = createBrowser({ origin, app: auth.handler })
      await postRoute(browser, 'callback/password', { email, password })
      const session = await browser.session()
      if (session) found.add(session.user.id)
      if (session) break
    }
    if (!found.has(userId) || found.size > 1)
      run.problems.add(`a password opens its own user: that of ${person?.name} does not`)
  }
}
