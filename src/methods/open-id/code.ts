// The code that only OpenID Connect needs, in one file: most of it is loaded when the first person comes back.

export { assertAccessToken, validateIdToken, validateRefreshedIdToken } from './id-token.ts'
export { pushAuthorization } from './par.ts'
export { signedAuthentication } from './signed-authentication.ts'
export { fetchUserinfo } from './userinfo.ts'
