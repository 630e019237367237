import { hasItems } from '../identity/item-kinds.ts'
import { gatedForm } from '../methods/gate.ts'
import type { Method } from '../methods/method.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import type { PasswordCalls } from '../types/password.ts'
import { accountSection } from './account-section.ts'
import { showForgot, showSignUp } from './ask-pages.ts'
import { passwordCalls } from './calls.ts'
import { showCheckMail } from './check-mail-page.ts'
import { identifierField, passwordField } from './fields.ts'
import { finish, preview } from './finish.ts'
import { passwordHash } from './kinds.ts'
import { answerPassword } from './own-password.ts'
import type { PasswordUse, ResolvedPassword } from './resolved.ts'
import { save } from './save.ts'
import { tellOfPassword } from './tell.ts'
import { passwordText, useInstead } from './text.ts'
import { removePassword, waysIn } from './ways-in.ts'

/** Passwords. Every form leads to the callback; links that are opened show pages, and only forms act. */
export const password: Method<ResolvedPassword, PasswordUse, PasswordCalls> = {
  start: async (context) => ({ redirect: signInPageUrl(context) }),
  finish,
  preview,
  pathHandlers: {
    signup: showSignUp,
    'forgot-password': showForgot,
    'check-email': showCheckMail,
    password: answerPassword,
  },
  async view(context, provider, common) {
    const { baseUrl, query } = context
    const { id, identifier, name: given, signUp, type } = provider
    const say = await passwordText(context)
    const name = given === 'Password' ? say.aPassword : given
    const others = [...context.config.providers.values()].filter((one) => one.type === type)
    const link = (path: string, label: string) => {
      const url = new URL(`${baseUrl}/${path}`)
      const callbackUrl = query.get('callbackUrl')
      if (callbackUrl) url.searchParams.set('callbackUrl', callbackUrl)
      return { href: url.href, label }
    }
    const isOnly = others.length === 1
    const form = await gatedForm(context, 'credentials', {
      name,
      ...(isOnly && given === 'Password' && { summary: await useInstead(context) }),
      submit: isOnly ? common.signIn : common.signInWith(name),
      action: `${baseUrl}/callback/${id}`,
      identifier,
      inputs: [identifierField(context, provider, say), passwordField(say.password)],
    })
    const ways = [
      link('forgot-password', say.forgot),
      ...(signUp ? [link('signup', say.newHere)] : []),
    ]
    return { ...form, links: ways }
  },
  accountSection,
  calls: passwordCalls,
  happened: tellOfPassword,
  async overview({ config }, _provider, { id }) {
    return { password: config.storage ? await hasItems(config.storage, passwordHash, id) : false }
  },
  actions: {
    removePassword: ({ request }, _provider, _form, reader) =>
      passwordCalls(reader).passwords.remove(request),
  },
  waysIn,
  remove: (storage, provider, userId) => removePassword(storage, provider, userId),
  removeData: (storage, provider, { id }) => removePassword(storage, provider, id),
  save,
}
