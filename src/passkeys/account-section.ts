import type { Context } from '../context.ts'
import type { PageText } from '../types/language.ts'
import type { AccountSection, FormView } from '../types/views.ts'
import type { PasskeyText } from '../types/webauthn.ts'
import type { PasskeyState } from './flow.ts'
import type { ResolvedPasskey } from './resolved.ts'
import { passkeyText } from './text.ts'
import { passkeyKey } from './ways-in.ts'

/** The passkeys of a person, and a way to add another one. */
export async function accountSection(
  context: Context,
  [provider]: readonly ResolvedPasskey[],
  { id: userId }: { id: string },
  say: PageText,
): Promise<AccountSection | undefined> {
  const { config, baseUrl } = context
  const list = config.storage?.listAuthenticatorsByUserId
  if (!provider || !list) return undefined
  const own = await passkeyText(context)
  const passkeys = await list.call(config.storage, userId)
  const form = passkeyForm(context, provider, own)('register', own.add)
  const action = `${baseUrl}/account`
  return {
    title: own.title,
    none: own.none,
    items: passkeys.map(({ credentialID: id, name, createdAt, lastUsedAt }) => ({
      name: name || provider.name,
      icon: 'key',
      facts: [
        ...(createdAt ? [{ label: say.added, at: createdAt, date: true as const }] : []),
        ...(lastUsedAt ? [{ label: say.lastUsed, at: lastUsedAt }] : []),
      ],
      actions: [
        {
          ...{ label: say.remove, action, fields: { action: 'removePasskey', id } },
          removes: passkeyKey(id),
        },
      ],
      rename: { action, fields: { action: 'renamePasskey', id } },
    })),
    add: { ...form, fields: { callbackUrl: action } },
  }
}

/** A form that the passkey module submits; it finds it by `data-passkey`. */
export function passkeyForm(
  { config, baseUrl }: Context,
  { id }: ResolvedPasskey,
  { declined, exists, failed, unsupported, needsScript }: PasskeyText,
): (ceremony: PasskeyState['ceremony'], submit: string) => FormView {
  return (ceremony, submit) => ({
    submit,
    action: `${baseUrl}/callback/${id}`,
    icon: 'key',
    data: { passkey: ceremony, provider: id, declined, exists, failed, unsupported },
    script: `${config.basePath}/passkey.js`,
    noScript: needsScript,
  })
}
