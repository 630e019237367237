import type { MethodTable } from '../config/provider.ts'
import { oauth } from './oauth/part.ts'

/** The same in bundles for browsers and workers, which have the code of OpenID Connect only if a provider brings it. */
export const methods: MethodTable = { oauth, oidc: oauth }
