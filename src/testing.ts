export { type AuthenticatorApp, authenticatorApp } from './testing/authenticator-app.ts'
export {
  type BrowserOptions,
  createBrowser,
  type Side,
  type SignInOptions,
  type TestBrowser,
} from './testing/browser.ts'
export type { FactorAnswer, FactorSteps } from './testing/factor-steps.ts'
export {
  type CookieTarget,
  type SessionCookie,
  type SignInAsOptions,
  signInAs,
} from './testing/sign-in-as.ts'
export { type TestAuth, type TestLog, type TestOptions, testAuth } from './testing/test-auth.ts'
