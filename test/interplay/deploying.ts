import { secret } from '../setup.ts'
import type { Do } from './deed.ts'
import { removable } from './house.ts'

/** The people who run the application deploy it anew. */
export const deploying: Readonly<Record<string, Do>> = {
  'deploys a new secret': ({ deploy, version }) => {
    const { secrets } = version
    // Four are read at most.
    return deploy({ ...version, secrets: [`${secret} ${secrets.length}`, ...secrets].slice(0, 4) })
  },
  'deploys without something': ({ deploy, version, letters }, _seat, { which }) =>
    deploy({ ...version, without: removable[(which + 4 * letters.length) % removable.length] }),
  'deploys everything': ({ deploy, version }) => deploy({ secrets: version.secrets }),
}

/** The deeds that call what a version may lack, and its name. */
export const needs: Readonly<Record<string, string>> = {
  'makes an access token': 'access-tokens',
  'approves a device': 'device-sign-in',
  'acts as somebody': 'operators',
  'is blocked': 'operators',
  'is let in again': 'operators',
  'signs in at plain': 'plain',
  'connects plain': 'plain',
  'comes from plain as Ada': 'plain',
  'signs in at idp': 'idp',
  'connects idp': 'idp',
  'removes a passkey': 'passkey',
}
