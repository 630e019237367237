import { variableName } from '../config/environment.ts'
import { configError } from '../config/problems.ts'
import type { PartInputs } from '../config/provider-inputs.ts'
import { AuthError } from '../errors.ts'
import type { TurnstileOptions } from '../types/gate.ts'

/** The keys of one widget. */
export interface TurnstileKeys {
  readonly siteKey: string
  readonly secretKey: string
  /** They are those that Cloudflare publishes for tests: one token is everybody's, for every action and host. */
  readonly isTest: boolean
}

/** The name that the emulator and the variables know it by. */
export const turnstileId = 'turnstile'

/** The keys that the emulator knows. */
const practice = { siteKey: 'practice-turnstile', secretKey: 'practice-secret-of-turnstile' }

/** Those that let everybody pass. https://developers.cloudflare.com/turnstile/troubleshooting/testing/ */
const test = {
  siteKey: '1x00000000000000000000AA',
  secretKey: '1x0000000000000000000000000000000AA',
}

type Name = keyof typeof practice

/** Reads the keys: as they were written, else from the environment. Development goes without them, production does not. */
export function readKeys(options: TurnstileOptions, inputs: PartInputs): TurnstileKeys {
  const read = (name: Name) => options[name] ?? inputs.env[variableName(turnstileId, name)]
  const { siteKey, secretKey } = { siteKey: read('siteKey'), secretKey: read('secretKey') }
  if (!siteKey || !secretKey) return standIn(inputs, siteKey ? 'secretKey' : 'siteKey')
  // It is written into a script.
  if (!/^[\w-]{1,100}$/.test(siteKey)) {
    throw configError('parts', 'The site key of Turnstile is not valid', 'Copy it from Cloudflare.')
  }
  const isTest = /^[123]x0{8,}[0-9A-F]{2}$/.test(secretKey)
  if (isTest && inputs.production) {
    throw configError(
      'parts',
      'The secret key of Turnstile is a test key, which lets every visitor pass',
      `Set ${variableName(turnstileId, 'secretKey')} to the key of your own widget.`,
    )
  }
  return { siteKey, secretKey, isTest }
}

/** The emulator's keys where it plays Cloudflare, else those for tests. Whoever can start an emulator hears of it first. */
function standIn(inputs: PartInputs, missing: Name): TurnstileKeys {
  if (inputs.emulator?.plays(turnstileId)) return { ...practice, isTest: false }
  const variable = variableName(turnstileId, missing)
  const hint = `Pass \`${missing}\`, or set ${variable}.`
  if (inputs.production || inputs.demanding) {
    const facts = { field: 'parts', provider: turnstileId, variable, hint }
    throw new AuthError('Configuration', `Turnstile has no \`${missing}\``, facts)
  }
  inputs.warn(
    `Turnstile has no \`${missing}\`: Cloudflare’s keys for tests let everybody pass. ${hint}`,
  )
  return { ...test, isTest: true }
}
