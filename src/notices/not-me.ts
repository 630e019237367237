import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import { readForm } from '../http/csrf.ts'
import { wantsJson } from '../http/respond.ts'
import { endAccessTokens } from '../identity/end-access-tokens.ts'
import { endAllSessions } from '../identity/end-all-sessions.ts'
import { happened } from '../identity/happened.ts'
import { assertReadable, itemsOf } from '../identity/items.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { messagePage } from '../pages/message-page.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import { showStep } from '../pages/step-page.ts'
import { mayBeSince } from '../services/clock-slack.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { Storage } from '../types/storage.ts'
import { forgetDevices } from './devices.ts'
import { link, type Noticed } from './kinds.ts'
import type { NoticeText } from './notice-text.ts'
import { noticeText } from './text.ts'

/**
 * Answers the link of a notice: a visit, a scanner's too, sees a page; only the form of that page acts, and once. Whoever opens a link
 * that was used or has expired is told so, and nothing else.
 */
export async function answerNotMe(context: Context): Promise<Response> {
  const say = await noticeText(context)
  // Only a new proof opens the account page, where ways in are removed.
  context.callbackUrl = `${context.baseUrl}/account`
  try {
    return await answerLink(context, say)
  } catch (thrown) {
    const isOld = thrown instanceof AuthError && thrown.code === 'Verification'
    if (!isOld || wantsJson(context.request)) throw thrown
    return showMessage(context, say, { title: say.old, text: say.oldText, status: 400 })
  }
}

async function answerLink(context: Context, say: NoticeText): Promise<Response> {
  const links = itemsOf(context, link)
  if (context.request.method !== 'POST') {
    const token = readToken(context.query.get('token'))
    assertReadable(await links.find(await sha256(token)), usedUp)
    const form = { submit: say.endSessions, action: `${context.baseUrl}/notice`, fields: { token } }
    return showStep(context, { title: say.notMe, text: say.question, form })
  }
  const form = await readForm(context)
  const ended = await endOnce(context, await sha256(readToken(form.token)))
  context.once = true
  await happened(context, { event: 'notMe', userId: ended.userId, detail: { event: ended.event } })
  return showMessage(context, say, { title: say.done, text: say.doneText })
}

/** A page that leads to a new sign-in. */
function showMessage(
  context: Context,
  say: NoticeText,
  { title, text, status = 200 }: { title: string; text: string; status?: number },
): Response {
  const link = { href: signInPageUrl(context), label: say.signIn }
  return respond(messagePage({ frame: requestFrame(context), title, text, link }), { status })
}

/** Uses the link up and ends what it is for, in one transaction: a link that could end nothing works again. */
async function endOnce(
  context: Context,
  lookup: string,
): Promise<{ userId: string; event: string }> {
  const storage = requireStorage(context.config)
  const work = async (inside: Storage) => {
    const found = await itemsOf(context, link, inside).take(lookup)
    assertReadable(found, usedUp)
    const { userId, secret } = found.item
    if (userId === null) throw usedUp()
    // A sign-in on its way is ended with the others, or begins after them.
    await inside.lockUser?.(userId)
    await endWhatBegan(context, inside, userId, secret)
    return { userId, event: secret.event }
  }
  return storage.transaction?.(work) ?? work(storage)
}

/**
 * Ends the sessions that began with a sign-in or after it, and those that another server's clock puts shortly before it. Any other act was done in a session that is older than the act, and nobody
 * knows in which: then all of them end, and so they do where they live in cookies. Everything that is no session ends after either.
 */
async function endWhatBegan(
  context: Context,
  storage: Storage,
  userId: string,
  { event, at, kept = [] }: Noticed,
): Promise<void> {
  const isSignIn = event === 'signIn' && context.config.session.strategy === 'database'
  const sessions = isSignIn ? await storage.listSessions?.(userId) : undefined
  const isSince = mayBeSince(event === 'signIn' ? at : 0)
  await forgetDevices(
    context,
    storage,
    userId,
    (device) => isSince(device) && !kept.includes(device.id),
  )
  await endAccessTokens(storage, userId)
  if (!sessions) return void (await endAllSessions(storage, userId))
  for (const session of sessions)
    if (isSince(session) && !kept.includes(session.sessionToken))
      await storage.deleteSession?.(session.sessionToken)
  // Devices, and an address that was asked for, may be the intruder's: they live as long as the generation does.
  await storage.updateUser?.({ id: userId, sessionGeneration: random(12) })
}

function readToken(written: unknown): string {
  if (typeof written === 'string' && written !== '' && written.length < 100) return written
  throw usedUp()
}

function usedUp(): AuthError {
  return new AuthError('Verification', 'The link of the notice was used or has expired', {
    field: 'token',
  })
}
