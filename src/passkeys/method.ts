import type { Context } from '../context.ts'
import { wantsJson } from '../http/respond.ts'
import { gatedForm } from '../methods/gate.ts'
import type { Method } from '../methods/method.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { pageModule } from '../pages/page-module.ts'
import { labelled } from '../pages/request-frame.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { FieldView } from '../types/views.ts'
import type { PasskeyCalls } from '../types/webauthn.ts'
import { accountSection, passkeyForm } from './account-section.ts'
import { saveUse, unknownPasskey } from './authenticate.ts'
import { listPasskeys, passkeyCalls } from './calls.ts'
import { finish } from './finish.ts'
import { showOptions } from './options.ts'
import { saveNew } from './register.ts'
import type { PasskeyChange, ResolvedPasskey } from './resolved.ts'
import { script } from './script.ts'
import { passkeyText } from './text.ts'
import { removePasskey, waysIn } from './ways-in.ts'

/** Passkeys. A ceremony begins with its options and ends at the callback; both are asked for by a script. */
export const passkey: Method<ResolvedPasskey, PasskeyChange, PasskeyCalls> = {
  /** A program is given the options of the ceremony; a person the page whose script asks for them. */
  async start(context, provider) {
    if (!wantsJson(context.request)) return { redirect: signInPageUrl(context) }
    return { response: await showOptions(context, provider) }
  },
  finish,
  pathHandlers: { 'webauthn-options': showOptions, 'passkey.js': async () => pageModule(script) },
  async view(context, provider) {
    const say = await passkeyText(context)
    const isUnknown = context.query.get('code') === unknownPasskey
    const form = passkeyForm(context, provider, say)
    const inputs = signUpInputs(context, provider, say.yourName)
    const signUp = inputs && { ...form('register', say.create), summary: say.signUp, inputs }
    return {
      ...form('authenticate', say.signIn),
      name: provider.name,
      ...(isUnknown && { problem: { title: say.unknown, text: say.unknownText } }),
      more: signUp && (await gatedForm(context, 'signUp', signUp)),
    }
  },
  accountSection,
  calls: passkeyCalls,
  actions: {
    removePasskey: ({ request }, _provider, { id }, reader) =>
      passkeyCalls(reader).passkeys.remove(request, String(id)),
  },
  harmlessActions: {
    renamePasskey: ({ request }, _provider, { id, name }, reader) =>
      passkeyCalls(reader).passkeys.rename(request, String(id), String(name)),
  },
  async overview({ config }, _provider, { id }) {
    return { passkeys: await listPasskeys(requireStorage(config), id) }
  },
  waysIn,
  remove: (storage, _provider, userId, key) => removePasskey(storage, userId, key),
  async save(storage, { methodData, provider }, { id }) {
    if (!methodData) return
    if ('used' in methodData) await saveUse(storage, provider.id, methodData.used, id)
    else await saveNew(storage, methodData.created, id)
  },
}

/** The fields for somebody new; none if nobody can sign up with a passkey. */
function signUpInputs(
  context: Context,
  provider: ResolvedPasskey,
  yourName: string,
): FieldView[] | undefined {
  if (provider.signUp === false) return undefined
  const name = { label: yourName, autocomplete: 'name', required: true, maxlength: 100 }
  const fields = Object.entries(provider.formFields ?? { name })
  return fields.map(([field, input]) => labelled(context, field, input))
}
