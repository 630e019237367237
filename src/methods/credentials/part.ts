import type { OptionKinds } from '../../config/option-kinds.ts'
import { assertProviderOptions } from '../../config/part-options.ts'
import { configError } from '../../config/problems.ts'
import type { CredentialsConfig } from '../../types/credentials.ts'
import type { MethodPart } from '../method.ts'
import type { ResolvedCredentials } from './resolved.ts'

const minutes = 60

const kinds: OptionKinds<keyof CredentialsConfig> = {
  id: 'any',
  name: 'any',
  type: 'any',
  credentials: 'object',
  identifier: 'string',
  messages: 'object',
  authorize: 'any',
  method: 'any',
  options: 'any',
}

/** A sign-in that the application judges itself: by a name and a password, say. */
export const credentials: MethodPart<ResolvedCredentials> = {
  name: 'credentials',
  configure: (written) => withAuthorize(written as CredentialsConfig),
  get options() {
    return Object.keys(kinds)
  },
  limits: { credentials: { perAccount: 10, perClient: 100, seconds: 15 * minutes } },
  startsAtCallback: true,
  load: async () => (await import('./method.ts')).credentials,
}

function withAuthorize(written: CredentialsConfig): CredentialsConfig {
  assertProviderOptions(written, kinds)
  if (typeof written.authorize === 'function') return written
  const { id } = written
  const hint = 'Pass a function that returns the user, or null.'
  throw configError(
    `providers.${id}.authorize`,
    `The provider ${id} has no \`authorize\``,
    hint,
    id,
  )
}
