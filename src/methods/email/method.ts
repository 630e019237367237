import { translated } from '../../pages/request-frame.ts'
import { autofilled } from '../autofill.ts'
import { gatedForm } from '../gate.ts'
import type { Method } from '../method.ts'
import { accountSection } from './account-section.ts'
import { finish, preview } from './finish.ts'
import { pageText } from './page-text.ts'
import { showVerifyRequest } from './pages.ts'
import type { ResolvedEmail } from './resolved.ts'
import { start } from './start.ts'

/** A link and a code, sent to an address. */
export const email: Method<ResolvedEmail> = {
  start,
  finish,
  preview,
  pathHandlers: { 'verify-request': showVerifyRequest },
  async view(context, { id }) {
    const say = await translated(context, 'email', pageText)
    const input = { name: 'email', label: say.email, type: 'email', required: true }
    return gatedForm(context, 'mail', {
      name: say.email,
      summary: say.useEmail,
      submit: say.sendLink,
      action: `${context.baseUrl}/signin/${id}`,
      inputs: [autofilled(context, { ...input, autocomplete: 'email' })],
    })
  },
  accountSection,
  /** A proven address, where mails are sent. */
  async waysIn(storage, _provider, userId) {
    const user = await storage.getUser?.(userId)
    return user?.email && user.emailVerified ? [{ key: `email ${user.email}` }] : []
  },
}
