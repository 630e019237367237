import type { AnyPart } from './part.ts'

/**
 * A way to sign in with a platform without its page in the browser: by its library in an app, or by a code on a screen. The provider lists
 * those that are registered for it, and no other is accepted.
 */
export interface Kit<Name extends string = string> {
  readonly name: Name
  /** The mistake in the kit's options; the configuration is refused with it. */
  readonly problem?: { found: string; hint: string } | undefined
  /** Adds the kit to the method that serves the provider. */
  extend<Method extends AnyPart>(method: Method): Method
}

/** The kits whose library gives an app a code, which its server exchanges. */
export type CodeKitName = 'ios' | 'android' | 'desktop' | 'minis'

/** Every sentence of the page with a code to scan, and of the form that opens it. */
export interface QrCodeText {
  /** Opens the form on the sign-in page, and is the title of the code's page. */
  readonly title: (platform: string) => string
  readonly show: string
  readonly scan: (platform: string) => string
  readonly scanned: string
  /** The text alternative of the drawing. */
  readonly drawing: string
  readonly openApp: (platform: string) => string
}
