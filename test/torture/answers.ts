import type { TestBrowser } from '../../src/testing.ts'
import { origin } from '../setup.ts'
import type { Run } from './people.ts'
import { NoAnswer } from './send.ts'

/** What the application answered: the code of its error, if it is one, and its body. */
export interface Answer {
  error: string | undefined
  body: Readonly<Record<string, unknown>>
}

/** Sends JSON, as a script of the application's own page does. */
export async function post(
  browser: TestBrowser,
  path: string,
  body: object = {},
  more: Record<string, string> = {},
): Promise<Answer> {
  const headers = { accept: 'application/json', origin, 'content-type': 'application/json' }
  const init = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) }
  return readJson(await browser.send(new Request(`${origin}/${path}`, init)))
}

/** The same for the routes of the library. */
export function postRoute(
  browser: TestBrowser,
  path: string,
  body: object = {},
  more: Record<string, string> = {},
): Promise<Answer> {
  return post(browser, `api/auth/${path}`, body, more)
}

/** The answer, or that none came. */
export async function answered(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof NoAnswer) return { error: 'no answer', body: {} }
    throw thrown
  }
}

async function readJson(response: Response): Promise<Answer> {
  const text = await response.text()
  const body = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {}
  const known = typeof body?.error === 'string' ? body.error : undefined
  const error = response.ok ? undefined : (known ?? `status ${response.status}`)
  return { error, body: Object(body) }
}

/** How a sign-in ended that a browser was led through: the error is in the address, or in the page. */
export async function readArrival(response: Response): Promise<Answer> {
  const location = response.headers.get('location')
  if (location === null) {
    const error = response.ok ? 'a page' : `status ${response.status}`
    return { error: await pageError(response, error), body: {} }
  }
  const error = new URL(location, origin).searchParams.get('error')
  return { error: error ?? undefined, body: {} }
}

/** Developers find the code on the error page. */
async function pageError(response: Response, otherwise: string): Promise<string> {
  const text = await response.text()
  return /<code>([A-Z][A-Za-z]+)<\/code>/.exec(text)?.[1] ?? otherwise
}

/** Counts an outcome. Failures that nobody thought of are problems. */
export function count(run: Run, what: string, { error }: Pick<Answer, 'error'>): void {
  const key = `${what}: ${error ?? 'done'}`
  run.counts.set(key, (run.counts.get(key) ?? 0) + 1)
  if (error === undefined || isExpected(what, error)) return
  const logged = run.fleet.log.findLast((line) => line.startsWith(error))
  run.problems.add(`${key}, unexpectedly; the log says ${logged ?? 'nothing of it'}`)
}

/** What may always happen: the storage or the platform did not answer. */
const outages = ['no answer', 'StorageError', 'PlatformUnreachable', 'PlatformError']

/** What else people may be told, by what they do. Whoever signs in with what is theirs is refused nothing. */
const refusals: Readonly<Record<string, readonly string[]>> = {
  link: ['AccountTaken', 'AlreadyConnected', 'SessionRequired', 'AccessDenied'],
  'squatter signs in': ['OAuthAccountNotLinked'],
  'wrong password': ['CredentialsSignin', 'RateLimited'],
  password: ['RateLimited'],
  'new password': [
    'no mail',
    'no account',
    'RateLimited',
    'CredentialsSignin',
    'Verification',
    'FlowMissing',
    // The user was deleted after the link was read.
    'AccessDenied',
  ],
  // AccessDenied: the user was deleted after the password was checked.
  'stored password': ['CredentialsSignin', 'RateLimited', 'AccessDenied'],
  'change password': ['SessionRequired', 'CredentialsSignin', 'RateLimited', 'EmailInvalid'],
  'add passkey': ['SessionRequired'],
  passkey: ['AccessDenied', 'WebAuthnVerification'],
  unlink: ['SessionRequired', 'LastMethod', 'NotFound'],
  'remove passkey': ['SessionRequired', 'LastMethod', 'NotFound'],
  token: ['SessionRequired', 'SignInAgain'],
  revoke: ['SessionRequired', 'SignInAgain'],
  endAll: ['SessionRequired'],
  endOthers: ['SessionRequired'],
  delete: ['SessionRequired'],
  update: ['SessionRequired'],
}

function isExpected(what: string, error: string): boolean {
  return outages.includes(error) || (refusals[what] ?? []).includes(error)
}
