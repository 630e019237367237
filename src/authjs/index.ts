export { Auth, type ResponseInternal } from './auth.ts'
export type { AuthjsCallbacks, AuthjsConfig as AuthConfig } from './config.ts'
export { type AuthAction, createActionURL, isAuthAction, setEnvDefaults } from './environment.ts'
export * from './errors.ts'
export { type FromAuthjsOptions, fromAuthjs } from './from-authjs.ts'
export {
  decode,
  encode,
  type GetTokenParams,
  getToken,
  type JWTDecodeParams,
  type JWTEncodeParams,
} from './jwt.ts'
export { customFetch, raw, skipCSRFCheck } from './symbols.ts'
