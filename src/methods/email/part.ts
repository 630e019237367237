import { variableName } from '../../config/environment.ts'
import type { OptionKinds } from '../../config/option-kinds.ts'
import { assertProviderOptions, wholeNumber } from '../../config/part-options.ts'
import { configError, missingKey } from '../../config/problems.ts'
import { assertHasStorage } from '../../config/provider.ts'
import type { ProviderInputs } from '../../config/provider-inputs.ts'
import { merge } from '../../description/merge.ts'
import type { EmailConfig } from '../../types/email.ts'
import type { MethodPart } from '../method.ts'
import type { ResolvedEmail } from './resolved.ts'

const minutes = 60

const kinds: OptionKinds<keyof EmailConfig> = {
  id: 'any',
  name: 'any',
  type: 'any',
  from: 'string',
  server: 'string or object',
  apiKey: 'string',
  maxAge: wholeNumber,
  send: 'function',
  sendVerificationRequest: 'function',
  generateVerificationToken: 'function',
  normalizeIdentifier: 'function',
  text: 'object',
  lang: 'string',
  mail: 'function',
  needs: 'object',
  method: 'any',
  options: 'any',
}

/** A link and a code, sent to an address. */
export const email: MethodPart<ResolvedEmail> = {
  name: 'email',
  configure: (written, inputs) => configure(written as EmailConfig, inputs),
  get options() {
    return Object.keys(kinds)
  },
  limits: {
    mail: { perAccount: 5, perClient: 30, seconds: 60 * minutes },
    code: { perAccount: 10, perClient: 100, seconds: 60 * minutes },
  },
  paths: { 'verify-request': { methods: ['GET'], provider: 'query' } },
  load: async () => (await import('./method.ts')).email,
}

/** The names of a sender's settings, and the ends of the environment variables for those that are not written down. */
const settings = { server: 'server', apiKey: 'key', from: 'from' } as const

function configure(written: EmailConfig, inputs: ProviderInputs): Omit<ResolvedEmail, 'method'> {
  const { id, needs = [], send, sendVerificationRequest } = written
  assertHasStorage(id, inputs)
  assertProviderOptions(written, kinds)
  const found = Object.entries(settings).map(([field, word]) => [
    field,
    inputs.env[variableName(id, word)],
  ])
  const filled = merge(Object.fromEntries(found.filter(([, value]) => value)), written)
  const missing = inputs.emulated ? undefined : needs.find((field) => !filled[field])
  if (missing) {
    throw missingKey(id, missing, `has no \`${missing}\``, variableName(id, settings[missing]))
  }
  if (send || sendVerificationRequest) return filled
  const hint = 'Pass `send`, or use one of the senders in porticojs/providers.'
  throw configError(`providers.${id}`, `The provider ${id} cannot send mail`, hint, id)
}
