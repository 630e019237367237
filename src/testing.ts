export {
  type BrowserOptions,
  createBrowser,
  type Side,
  type SignInOptions,
  type TestBrowser,
} from './testing/browser.ts'
export { type TestAuth, type TestLog, type TestOptions, testAuth } from './testing/test-auth.ts'
