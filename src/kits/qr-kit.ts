import type { Limit } from '../types/config.ts'
import type { Kit } from '../types/kit.ts'
import { extended } from './code-kit.ts'
import type { QrRules } from './qr-rules.ts'

/** A kit by which a screen shows a code, and a phone scans it. */
export function qrKit<const Name extends string>(rules: QrRules<Name>): Kit<Name> {
  return {
    name: rules.name,
    extend: (method) => ({
      ...extended(method, async (code) =>
        (await import('./qr-method.ts')).withQrCodes(code, rules),
      ),
      limits: { ...Object(method).limits, qrCode },
    }),
  }
}

/** Each code causes a request to the platform in our name, and each page that shows it some more. */
const qrCode: Limit = { perAccount: Infinity, perClient: 60, seconds: 600 }
