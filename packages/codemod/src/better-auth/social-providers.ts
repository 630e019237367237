import { objectIn, type Property, readProperties, writtenValue } from '../properties.ts'
import { type Context, type Draft, tell, textOf } from './draft.ts'
import { providerFor } from './tables.ts'

/** The options of a provider that are the same, or have another name. */
const providerOptions: Readonly<Record<string, string>> = {
  clientId: 'clientId',
  clientKey: 'clientId',
  clientSecret: 'clientSecret',
  issuer: 'issuer',
}

/** Options that need no counterpart. */
const droppedOptions: ReadonlySet<string> = new Set(['enabled', 'redirectURI'])

/** Puts a social provider into the list. */
export function addProvider(
  draft: Draft,
  id: string,
  property: Property,
  { source, imports }: Context,
): void {
  const found = providerFor(id)
  if (!found) {
    tell(
      draft,
      property,
      `there is no provider ${id}: pass an object with its endpoints, as docs/providers-not-included.md shows`,
      'first',
    )
    return
  }
  imports.add(found.name, found.module, 'default')
  const own = objectIn(property)
  if (!own) {
    draft.providers.push(`${found.name}(${textOf(source, writtenValue(property) ?? property)})`)
    return
  }
  const kept: string[] = []
  for (const [name, one] of readProperties(own)) {
    const value = writtenValue(one)
    const next = Object.hasOwn(providerOptions, name) ? providerOptions[name] : undefined
    if (next && value) kept.push(`${next}: ${textOf(source, value)}`)
    else if (name === 'tenantId' && value) kept.push(`issuer: ${issuerOf(textOf(source, value))}`)
    else if (name === 'scope' && value)
      kept.push(`authorization: { params: { scope: ${textOf(source, value)}.join(' ') } }`)
    else if (!droppedOptions.has(name))
      tell(
        draft,
        one,
        `\`${name}\` of ${found.id} was left out: profiles are mapped by \`profile\`, parameters by \`authorization: { params }\`, and refusals by \`callbacks.signIn\``,
      )
  }
  if (found.id !== id)
    tell(
      draft,
      property,
      `${id} is \`${found.id}\` here: register its callback address, /api/auth/callback/${found.id}`,
      'first',
    )
  draft.providers.push(kept.length > 0 ? `${found.name}({ ${kept.join(', ')} })` : found.name)
}

/** Microsoft's tenants are part of the issuer's address here. */
function issuerOf(tenant: string): string {
  const [, name] = /^['"]([\w.-]+)['"]$/.exec(tenant) ?? []
  return name
    ? `'https://login.microsoftonline.com/${name}/v2.0'`
    : `\`https://login.microsoftonline.com/\${${tenant}}/v2.0\``
}
