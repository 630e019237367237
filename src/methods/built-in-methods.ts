import type { MethodTable } from '../config/provider.ts'
import { oauth } from './oauth/part.ts'

/** The methods of providers that bring none along: platforms are data, and Auth.js's modules are plain objects. */
export const methods: MethodTable = { oauth, oidc: oauth }
