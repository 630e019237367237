import type { Config } from '../../config.ts'
import type { TokenSet } from '../../types/models.ts'
import { providerFetch } from './authorization-server.ts'
import type { ResolvedOAuth } from './resolved.ts'
import { splitScopes } from './scopes.ts'

/** Ten times what a picture of the declared size usually has. */
const maxPhotoBytes = 20_000

/** The person's picture as a `data:` address, from a platform that has no address for it. Nobody is kept out for want of a picture. */
export async function fetchPhoto(
  config: Config,
  provider: ResolvedOAuth,
  tokens: TokenSet,
): Promise<string | undefined> {
  const { photo } = provider.dialect
  if (!photo || !isGranted(provider, photo, tokens)) return undefined
  const headers = { accept: 'image/*', authorization: `Bearer ${tokens.access_token}` }
  try {
    const response = await providerFetch(config, provider)(photo.url, { headers })
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
    const bytes = new Uint8Array(await response.arrayBuffer())
    const isPicture = response.ok && /^image\/(jpeg|png|gif|webp)$/.test(type)
    if (!isPicture || bytes.length === 0 || bytes.length > maxPhotoBytes) return undefined
    return `data:${type};base64,${btoa(String.fromCharCode(...bytes))}`
  } catch {
    config.logger.debug(`${provider.id}: the picture could not be fetched`)
    return undefined
  }
}

/** A token that is for somebody else's service must not be sent here. Some answers write the scope with its service before it. */
function isGranted(
  { authorizationParams }: ResolvedOAuth,
  { url, scope }: { url: string; scope: string },
  tokens: TokenSet,
): boolean {
  const granted = splitScopes(tokens.scope ?? authorizationParams.scope)
  return granted.includes(scope) || granted.includes(`${new URL(url).origin}/${scope}`)
}
