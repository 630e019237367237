import type { Dialect } from '../../types/dialect.ts'

/** The scopes of an answer, in whatever way the platform lists them. */
export function splitScopes(scope: unknown, form: Dialect['scopes'] = 'space'): string[] {
  if (Array.isArray(scope)) return scope.filter((item) => typeof item === 'string')
  if (typeof scope !== 'string') return []
  return scope.split(form === 'comma' ? /[,\s]+/ : /\s+/).filter(Boolean)
}
