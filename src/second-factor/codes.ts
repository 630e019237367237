import type { App } from '../app.ts'
import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { readForm } from '../http/csrf.ts'
import { tellOf } from '../identity/happened.ts'
import { requireRecentAsker } from '../identity/recent-sign-in.ts'
import type { Asker } from '../identity/require-user.ts'
import { changeUser } from '../identity/ways-in.ts'
import { showStep } from '../pages/step-page.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { Who } from '../types/who.ts'
import { factorsOf, isOn } from './factors.ts'
import type { Rules } from './options.ts'
import { renewCodes } from './recovery-codes.ts'
import { showCodes } from './setup-pages.ts'
import { factorText } from './text.ts'

/** `GET|POST /recovery-codes`: new recovery codes, shown once. A visit asks first. */
export async function answerCodes(
  context: Context,
  rules: Rules,
  reader: SessionReader,
): Promise<Response> {
  const { request, baseUrl } = context
  const action = `${baseUrl}/recovery-codes`
  const form = request.method === 'POST' ? await readForm(context) : undefined
  context.callbackUrl = action
  const asker = await requireRecentAsker(reader, request)
  if (!form) {
    const { renew, renewText } = await factorText(context)
    return showStep(context, { title: renew, text: renewText, form: { submit: renew, action } })
  }
  const codes = await replaceCodes(context, rules, { who: request, asker })
  return showCodes(context, codes, {
    action: `${baseUrl}/account`,
    fields: { action: 'savedCodes' },
  })
}

/** New recovery codes in place of the old ones. Whoever has no factor has nothing to recover. */
export async function replaceCodes(
  app: App,
  { recoveryCodes }: Rules,
  { who, asker }: { who: Who; asker: Asker },
): Promise<string[]> {
  const { userId } = asker
  const codes = await changeUser(app.config, asker, async (inside) => {
    if (isOn(await factorsOf(app, userId, inside)) && recoveryCodes > 0)
      return renewCodes(app, inside, userId, recoveryCodes)
    throw new AuthError('InvalidRequest', 'There is no second factor that codes could stand in for')
  })
  await tellOf(app, who, { event: 'renewRecoveryCodes', userId, detail: { count: codes.length } })
  return codes
}
