import type { Body } from '../http/body.ts'
import type { NewAccessToken } from '../types/access-tokens.ts'
import type { FieldView } from '../types/views.ts'
import type { AccessTokenSettings } from './settings.ts'

/** The field of a scope. Each has its own name, because the form reader refuses repeated ones. */
const scopeField = (scope: string) => `scope ${scope}`

const day = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** The form's default, so that a forgotten token expires. */
const usualDays = 90

/** The fields of the form that makes a token. */
export function tokenInputs(
  { scopes }: AccessTokenSettings,
  { name, until }: { readonly name: string; readonly until: string },
  now: number,
): FieldView[] {
  const inDays = (days: number) => day(now + days * 86_400_000)
  return [
    { name: 'name', label: name, required: true, maxlength: 100, autocomplete: 'off' },
    ...scopes.map((scope) => ({
      name: scopeField(scope),
      label: scope,
      type: 'checkbox',
      value: 'yes',
    })),
    { name: 'expires', label: until, type: 'date', min: inDays(1), value: inDays(usualDays) },
  ]
}

/** The token that a form, or a program's JSON, asks for. In JSON, `scopes` is a list. A date without a time ends at 23:59:59 UTC. */
export function readWish({ scopes: known }: AccessTokenSettings, body: Body): NewAccessToken {
  const { name, scopes, expires } = body
  const listed = Array.isArray(scopes) ? scopes.map(String) : undefined
  // Whatever else a program sends is no date, and refused: a mistake must not make a token that never ends.
  const end = String(expires ?? '')
  return {
    name: typeof name === 'string' ? name : '',
    scopes: listed ?? known.filter((scope) => body[scopeField(scope)] === 'yes'),
    expires: end === '' ? null : new Date(/^\d{4}-\d\d-\d\d$/.test(end) ? `${end}T23:59:59Z` : end),
  }
}
