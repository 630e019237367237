import { AuthError } from '../errors.ts'
import { requireRecentAsker } from '../identity/recent-sign-in.ts'
import { requireUserId } from '../identity/require-user.ts'
import { requireOperation, requireStorage } from '../services/require-storage.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { FactorCalls } from '../types/second-factor.ts'
import { toBase32 } from './base32.ts'
import { addFactor, removeFactors } from './change.ts'
import { replaceCodes } from './codes.ts'
import { importedKey } from './import.ts'
import type { Rules } from './options.ts'
import { forgetBrowsers, ownFactors } from './own-factors.ts'
import { keepPasskeyStep } from './passkey-step.ts'
import { keepTotp } from './totp-factor.ts'
import { beginSetup, proveSetup } from './totp-setup.ts'

/** `auth.factors`, for one configuration. */
export function factorCalls(reader: SessionReader, rules: Rules): FactorCalls {
  const { config } = reader
  return {
    factors: {
      list: async (who) => ownFactors(reader, await requireUserId(reader, who)),

      async setUpTotp(who) {
        const { userId } = await requireRecentAsker(reader, who)
        const user = await requireOperation(requireStorage(config), 'getUser')(userId)
        if (!user) throw new AuthError('NotFound', 'There is no such user')
        const issuer = rules.issuer ?? config.theme.name ?? hostOf(config.origin)
        return beginSetup(reader, user, issuer)
      },

      async confirmTotp(who, { setup, code }) {
        const asker = await requireRecentAsker(reader, who)
        const { userId } = asker
        const proven = await proveSetup(reader, userId, { setup, code })
        return addFactor(reader, rules, { who, asker }, 'totp', (inside) =>
          keepTotp(reader, inside, userId, { ...proven, replaces: true }),
        )
      },

      async importTotp(user, { secret, form = 'base32' }) {
        const asker = await requireRecentAsker(reader, user)
        const key = toBase32(importedKey(secret, form))
        await addFactor(
          reader,
          { ...rules, recoveryCodes: 0 },
          { who: user, asker },
          'totp',
          (inside) => keepTotp(reader, inside, asker.userId, { secret: key, step: 0 }),
        )
      },

      async requirePasskey(who) {
        const asker = await requireRecentAsker(reader, who)
        const { userId } = asker
        return addFactor(reader, rules, { who, asker }, 'passkey', (inside) =>
          keepPasskeyStep(reader, rules, inside, userId),
        )
      },

      async remove(who, factor) {
        const asker = await requireRecentAsker(reader, who)
        await removeFactors(reader, { who, asker }, factor ? [factor] : ['totp', 'passkey'])
      },

      async renewRecoveryCodes(who) {
        return replaceCodes(reader, rules, { who, asker: await requireRecentAsker(reader, who) })
      },

      async forgetBrowser(who, id) {
        await forgetBrowsers(reader, await requireUserId(reader, who), id)
      },
    },
  }
}

function hostOf(origin: string | undefined): string {
  return origin ? new URL(origin).host : 'Portico'
}
