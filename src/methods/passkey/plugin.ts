import type { MethodPlugin } from '../method.ts'
import { createPlugin } from './create-plugin.ts'
import type { PasskeyChange, ResolvedPasskey } from './resolved.ts'
import { loadLibrary } from './simplewebauthn.ts'

/** Passkeys. */
export const passkey: MethodPlugin<ResolvedPasskey, PasskeyChange> = createPlugin(loadLibrary)
