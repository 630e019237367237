import type { CopyWords } from '../pages/copy-buttons.ts'

/** Every sentence that the pages say about second factors. */
export interface FactorText extends CopyWords {
  /** The step in a sign-in, and in a session. */
  readonly title: string
  readonly appText: string
  readonly passkeyText: string
  readonly recoveryText: string
  readonly code: string
  readonly continue: string
  readonly usePasskey: string
  /** A `duration` is a number of minutes, hours or days, in the visitor's language. */
  readonly trust: (duration: string) => string
  readonly lost: string
  readonly lostText: string
  readonly recoveryCode: string
  readonly signInAgain: string
  readonly wrong: string
  readonly wrongText: string
  readonly wasRight: (duration: string) => string
  /** For somebody who has none, where one is needed. */
  readonly none: string
  readonly noneText: string
  readonly goToAccount: string
  readonly unavailable: string
  readonly unavailableText: string
  readonly back: string
  /** Setting up an app. */
  readonly setUp: string
  readonly setUpText: string
  readonly requiredText: string
  readonly qr: string
  readonly secret: string
  readonly openApp: string
  readonly turnOn: string
  readonly clock: (duration: string) => string
  /** Recovery codes. */
  readonly codes: string
  readonly codesText: string
  readonly download: string
  readonly print: string
  readonly saved: string
  readonly renewText: string
  readonly renew: string
  /** The account page. */
  readonly section: string
  readonly off: string
  readonly app: string
  readonly appUnreadable: string
  readonly anotherApp: string
  readonly passkeys: string
  readonly askPasskey: string
  readonly passkeysOff: string
  readonly recoveryCodes: string
  readonly left: (count: number) => string
  readonly newCodes: string
  readonly trusted: string
  readonly until: string
  readonly forget: string
}
