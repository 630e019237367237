import type { Platform } from '../types.ts'
import { type AppleOptions, apple } from './apple.ts'
import { discord } from './discord.ts'
import { type FacebookOptions, facebook } from './facebook.ts'
import { type GitHubOptions, github } from './github.ts'
import { type GoogleOptions, google } from './google.ts'
import { line } from './line.ts'
import { linkedin } from './linkedin.ts'
import { type EntraOptions, microsoftEntraId } from './microsoft-entra-id.ts'
import type { Registration } from './oauth2/description.ts'
import { pwnedPasswords } from './pwned-passwords.ts'
import { slack } from './slack.ts'
import { spotify } from './spotify.ts'
import { type TikTokOptions, tiktok } from './tiktok.ts'
import { type TurnstileOptions, turnstile } from './turnstile.ts'
import { twitch } from './twitch.ts'
import { twitter } from './twitter.ts'

export type { ClientAuthentication } from '../client-authentication.ts'
export { type AppleApp, type AppleOptions, apple } from './apple.ts'
export { discord } from './discord.ts'
export { type FacebookOptions, facebook } from './facebook.ts'
export { type GitHubOptions, type GitHubPerson, github } from './github.ts'
export { type GoogleOptions, google } from './google.ts'
export { line } from './line.ts'
export { linkedin } from './linkedin.ts'
export { type EntraOptions, type EntraPerson, microsoftEntraId } from './microsoft-entra-id.ts'
export type { OAuth2App, OAuth2Description, Registration } from './oauth2/description.ts'
export { oauth2 } from './oauth2.ts'
export type { NativeClient } from './oidc/app-sign-in.ts'
export { type OidcDescription, oidc } from './oidc.ts'
export type { Person } from './people.ts'
export { pwnedPasswords } from './pwned-passwords.ts'
export { slack } from './slack.ts'
export { spotify } from './spotify.ts'
export type { TikTokPerson } from './tiktok/people.ts'
export type { TikTokApp } from './tiktok/registration.ts'
export type { Doubts as TikTokDoubts } from './tiktok/tiktok-state.ts'
export { type TikTokOptions, tiktok } from './tiktok.ts'
export {
  type TurnstileOptions,
  type TurnstileWidget,
  turnstile,
  turnstileToken,
} from './turnstile.ts'
export { twitch } from './twitch.ts'
export { twitter } from './twitter.ts'

/** The platforms that can be asked for by name, with the options each takes. */
export type PlatformOptions = {
  readonly apple: AppleOptions
  readonly discord: Registration
  readonly facebook: FacebookOptions
  readonly github: GitHubOptions
  readonly google: GoogleOptions
  readonly line: Registration
  readonly linkedin: Registration
  readonly 'microsoft-entra-id': EntraOptions
  readonly 'pwned-passwords': object
  readonly slack: Registration
  readonly spotify: Registration
  readonly tiktok: TikTokOptions
  readonly turnstile: TurnstileOptions
  readonly twitch: Registration
  readonly twitter: Registration
}

const byName: {
  readonly [id in keyof PlatformOptions]: (options: PlatformOptions[id]) => Platform
} = {
  apple,
  discord,
  facebook,
  github,
  google,
  line,
  linkedin,
  'microsoft-entra-id': microsoftEntraId,
  'pwned-passwords': pwnedPasswords,
  slack,
  spotify,
  tiktok,
  turnstile,
  twitch,
  twitter,
}

/** One platform by name with its options (TikTok when no name is given), or a list of platforms. */
export type Choice =
  | { readonly platforms: readonly Platform[] }
  | ({ readonly platform?: 'tiktok' } & TikTokOptions)
  | {
      [id in keyof PlatformOptions]: { readonly platform: id } & PlatformOptions[id]
    }[keyof PlatformOptions]

/** The platforms that were chosen. */
export function chosenPlatforms(choice: Choice): readonly Platform[] {
  if ('platforms' in choice) return choice.platforms
  return [build(choice.platform ?? 'tiktok', choice)]
}

function build<id extends keyof PlatformOptions>(id: id, options: PlatformOptions[id]): Platform {
  return byName[id](options)
}
