import { at } from '../../description/json-path.ts'
import { AuthError } from '../../errors.ts'
import type { Profile } from '../../types/models.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** Refuses somebody whom the request did not mean: the parameter stood in an address that they could change. */
export function assertNarrowed(
  { id, name: platform, dialect }: ResolvedOAuth,
  profile: Profile,
  asked: Readonly<Record<string, string>> = {},
): void {
  for (const [name, wanted] of Object.entries(asked)) {
    const fits = (path: string) => {
      const said = at(profile, path)
      if (typeof said !== 'string' || said === '') return false
      return wanted === '*' || said.toLowerCase() === wanted.toLowerCase()
    }
    if (dialect.repeated?.[name]?.some(fits)) continue
    throw new AuthError('AccessDenied', `The ${platform} account is not one of ${name}=${wanted}`, {
      provider: id,
      field: name,
    })
  }
}
