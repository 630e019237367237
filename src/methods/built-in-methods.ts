import type { MethodTable } from '../config/provider.ts'
import { oauthOptions } from './oauth/configure/options.ts'
import { openId } from './open-id/part.ts'

// The names stand here, because nobody points out misspelt ones in bundles for browsers and workers.
const method = { ...openId, options: oauthOptions }

/** The methods of providers that bring none along: plain objects, and Auth.js's modules. */
export const methods: MethodTable = { oauth: method, oidc: method }
