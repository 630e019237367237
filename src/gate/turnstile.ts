import type { OptionKinds } from '../config/option-kinds.ts'
import { assertPartOptions, wholeNumber } from '../config/part-options.ts'
import type { Part } from '../methods/part-code.ts'
import type { TurnstileOptions } from '../types/gate.ts'
import { createGate } from './create-gate.ts'
import { readKeys, type TurnstileKeys } from './turnstile-keys.ts'

const kinds: OptionKinds<keyof TurnstileOptions> = {
  timeout: wholeNumber,
  siteKey: 'string',
  secretKey: 'string',
}

/** A gate whose tokens Cloudflare gives and judges. */
export function turnstileGate(options: TurnstileOptions): Part {
  assertPartOptions('turnstile', options, kinds)
  const withKeys = (keys: () => TurnstileKeys) =>
    createGate({
      timeout: options.timeout,
      paths: ['turnstile.js'],
      load: async () => (await import('./turnstile-code.ts')).turnstileKind(keys()),
    })
  return {
    ...withKeys(unread),
    complete(inputs) {
      const keys = readKeys(options, inputs)
      return withKeys(() => keys)
    },
  }
}

/** The part is used as `complete` returns it. */
function unread(): never {
  throw new Error('The keys of Turnstile were not read')
}
