import { readSecrets } from '../config/secrets.ts'
import { fastestBox } from '../crypto/jwe-node.ts'
import { createSeal } from '../crypto/seal.ts'
import type { SigningKey } from '../types/jwt.ts'
import { envOption, type Opened, openApplication } from './application-storage.ts'
import { type Command, defineCommand, usageError } from './command.ts'

/** Rotates the keys that sign JWTs. */
export const keys: Command = defineCommand({
  summary: 'Make a new key for JWTs; the old one stays valid while services learn the new one',
  about: `Jwt() keeps the keys that sign tokens in your storage, encrypted with AUTH_SECRET. This makes a new one. It is published at once
and signs ten minutes later, when every service knows it. The old one stays published until its last tokens have expired. Your
application may run meanwhile.

It takes the storage and the secrets from the file that calls Auth(); without a name, from auth.ts in the usual places.`,
  words: ['[auth.ts]'],
  options: {
    now: {
      type: 'boolean',
      about:
        'after a leak: sign with the new key at once and remove the old ones; their tokens are refused',
    },
    print: {
      type: 'boolean',
      about: 'print a new key for AUTH_JWT_KEY, and change nothing',
    },
    ...envOption,
  },
  exits: true,
  async run({ values, words: [named, second] }, context) {
    if (second) throw usageError(`Only one file can be named, not "${second}" too`)
    if (values.print) {
      const { makeEcKey } = await import('../jwt/ec-key.ts')
      const key = await makeEcKey()
      context.report({ key }, JSON.stringify(key))
      return 0
    }
    const application = await openApplication(context, named, values.env)
    const made = await rotate(application, values.now ?? false)
    context.report({ keys: made }, made.map(line).join('\n'))
    return 0
  },
})

async function rotate(
  { config, written, env, production }: Opened,
  now: boolean,
): Promise<SigningKey[]> {
  const { rotateStored } = await import('../jwt/key-ring.ts')
  const { storage, parts } = config
  if (!parts.some(({ name }) => name === 'jwt')) throw usageError('The application has no Jwt()')
  if (env.AUTH_JWT_KEY)
    throw usageError('The keys are in the environment: see docs/jwt.md for how they are replaced')
  if (!storage) throw usageError('The application has no storage, so no keys are kept')
  const secrets = readSecrets(written.secret, env, production)
  const seal = (purpose: string) => createSeal(secrets, purpose, fastestBox)
  try {
    return await rotateStored({ config, services: { seal, now: Date.now } }, { now })
  } finally {
    await storage.close?.()
  }
}

const said: Readonly<Record<SigningKey['state'], (from: string) => string>> = {
  next: (from) => `signs from ${from} on`,
  current: () => 'signs now',
  old: () => 'signs no more, and is published for its last tokens',
}

function line({ kid, state, from }: SigningKey): string {
  return `${kid}  ${said[state](from.toISOString())}`
}
