import { type Context, createContext } from '../context.ts'
import { crossSiteError } from '../http/csrf.ts'
import { requestSite } from '../http/request-site.ts'
import type { RequestSource } from '../http/request-source.ts'
import { readSession, type SessionReader } from '../sessions/read-session.ts'
import type { ChangeEmailCalls } from '../types/change-email.ts'
import { askForChange } from './ask.ts'
import { confirmChange } from './confirm.ts'

/** The calls of `auth.users` for new addresses, for one configuration. */
export function emailCalls(reader: SessionReader): ChangeEmailCalls {
  /** Server code has no response to go on after, so the mails are waited for. */
  const act = async (source: RequestSource, work: (context: Context) => Promise<void>) => {
    const later: Promise<unknown>[] = []
    const context = createContext(reader, source, {
      form: {},
      readSession: async () => readSession(reader, source),
      waitUntil: (mail) => void later.push(mail),
    })
    const { request, origin, config } = context
    if (requestSite(request, origin, config.actingOrigins) === 'other')
      throw crossSiteError(source, origin)
    await work(context)
    await Promise.all(later)
  }
  return {
    users: {
      changeEmail: (source, { email, gateToken }) =>
        act(source, (context) => askForChange(context, reader, { email, gateToken })),
      confirmEmail: (source, proof) =>
        act(source, (context) => confirmChange(context, reader, { ...proof })),
    },
  }
}
