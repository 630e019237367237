import type { Context } from '../context.ts'
import { csrfToken } from '../http/csrf.ts'
import { dataFromOwnPage } from '../http/sign-in-data.ts'
import { loadMethods } from '../identity/ways-in.ts'
import { pageText } from '../pages/frame.ts'
import { describeError } from '../pages/problem.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import { signinPage } from '../pages/signin.ts'
import type { PageFrame, Problem } from '../types/language.ts'
import { type Flash, readErrorCode, takeFlash } from './flash.ts'

/** The sign-in page, with one way in for each provider. */
export async function showSignIn(context: Context, callbackUrl: string): Promise<Response> {
  const { config } = context
  const frame = requestFrame(context)
  const say = pageText(frame)
  const methods = (await loadMethods(config)).map(([provider, method]) =>
    method.view(context, provider, say),
  )
  const flash = await takeFlash(context)
  const data = dataFromOwnPage(context)
  const page = signinPage({
    frame,
    fields: { csrfToken: await csrfToken(context), callbackUrl, data },
    problem: problemIn(context, frame, flash),
    methods,
  })
  const leadsTo = methods.map((method) => method.leadsTo)
  return respond(page, { formTargets: [config.emulator, ...leadsTo] })
}

/** What went wrong before, as the address names it. */
function problemIn(
  { config, query }: Context,
  frame: PageFrame,
  flash: Flash | undefined,
): Problem | undefined {
  const error = query.get('error')
  if (error === null) return undefined
  const problem = describeError(readErrorCode(error), frame)
  // The address names a message of the application; it cannot bring one along.
  const reason = query.get('code') ?? ''
  const messages = Array.from(config.providers.values(), (provider) => {
    const own = 'messages' in provider ? provider.messages : undefined
    return own && Object.hasOwn(own, reason) ? String(Reflect.get(own, reason)) : undefined
  })
  return { ...problem, text: messages.find(Boolean) ?? problem.text, hint: flash?.hint }
}
