import { sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'
import type { Seal } from '../crypto/seal.ts'
import type { CookieJar } from '../http/cookie-jar.ts'

// A device that signed in to an account before has an allowance of its own there, so that strangers who guess use up theirs and
// not the owner's: https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies

/** The seconds without a sign-in after which a device counts as a stranger again. */
const deviceSeconds = 180 * 86_400

/** Several people may share a device; the cookie stays small. */
const maxAccounts = 5

/** The facts about a request that the functions of this file need. */
interface DeviceContext {
  readonly services: { seal(purpose: string): Seal }
  readonly cookies: CookieJar
  /** Seconds since 1970. */
  readonly now: number
}

/** The content of the cookie: no names, only which accounts the device has signed in to, and until when that counts. */
interface Device {
  id: string
  accounts: Entry[]
}

/** `person` is there where the account is one that many people share. */
type Entry = [hash: string, until: number, person?: string]

/**
 * The name of this device if it has signed in to the account before: what its attempts are counted by. Where many people share the
 * account it is the name of the person who signed in, whose devices have one allowance together.
 */
export async function knownDevice(
  context: DeviceContext,
  account: string,
): Promise<string | undefined> {
  const device = await readDevice(context)
  if (!device) return undefined
  const hash = await accountHash(account)
  const entry = device.accounts.find(([known]) => known === hash)
  return entry && (entry[2] ?? device.id)
}

/**
 * Remembers in the browser that somebody signed in to the account with it. A form that names no account has one for everybody: then
 * `person` says who it was. Otherwise each browser that types a valid PIN would have tries of its own at all the others.
 */
export async function rememberDevice(
  context: DeviceContext,
  account: string,
  person?: string,
): Promise<void> {
  const { services, cookies, now } = context
  const { id, accounts } = (await readDevice(context)) ?? { id: random(12), accounts: [] }
  const hash = await accountHash(account)
  const others = accounts.filter(([known]) => known !== hash)
  const entry: Entry = [hash, now + deviceSeconds]
  if (person !== undefined) entry.push(await accountHash(person))
  const device: Device = { id, accounts: [entry, ...others].slice(0, maxAccounts) }
  cookies.set('device', await services.seal('device').seal({ ...device }), {
    maxAge: deviceSeconds,
  })
}

/** We sealed it, so only its age is checked. */
async function readDevice({ services, cookies, now }: DeviceContext): Promise<Device | undefined> {
  const sealed = cookies.read('device')
  const claims = sealed ? await services.seal('device').open(sealed) : undefined
  if (!claims) return undefined
  const { id, accounts } = claims as unknown as Device
  return { id, accounts: accounts.filter(([, until]) => until > now) }
}

async function accountHash(account: string): Promise<string> {
  return (await sha256(account)).slice(0, 22)
}
