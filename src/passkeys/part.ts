import { createPart } from './create-part.ts'
import { loadLibrary } from './simplewebauthn.ts'

/** Passkeys. */
export const passkey: ReturnType<typeof createPart> = createPart(loadLibrary)
