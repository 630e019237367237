import type { Platform } from '../types.ts'
import { type TikTokOptions, tiktok } from './tiktok.ts'

export type { ClientAuthentication } from '../client-authentication.ts'
export type { OAuth2App, OAuth2Description } from './oauth2/description.ts'
export { oauth2 } from './oauth2.ts'
export { type OidcDescription, oidc } from './oidc.ts'
export type { Person } from './people.ts'
export type { Doubts as TikTokDoubts } from './tiktok/desk.ts'
export type { TikTokPerson } from './tiktok/people.ts'
export type { TikTokApp } from './tiktok/registration.ts'
export { type TikTokOptions, tiktok } from './tiktok.ts'

/** The platforms that can be asked for by name, with the options each takes. */
export type PlatformOptions = {
  readonly tiktok: TikTokOptions
}

const byName: {
  readonly [id in keyof PlatformOptions]: (options: PlatformOptions[id]) => Platform
} = { tiktok }

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
