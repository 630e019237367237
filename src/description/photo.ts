import type { Photo } from '../types/dialect.ts'
import type { TokenSet } from '../types/models.ts'

/** Ten times what a picture of the declared size usually has. */
const maxPhotoBytes = 20_000

/** A picture that the platform has no address for. It is a function, because bundlers leave that out if nobody calls it. */
export function photo(at: Pick<Photo, 'url' | 'scope'>): Photo {
  return { ...at, fetch: (send, tokens, asked) => fetchPhoto(at, send, tokens, asked) }
}

/** The person's picture as a `data:` address. Nobody is kept out for want of a picture. */
async function fetchPhoto(
  { url, scope }: Pick<Photo, 'url' | 'scope'>,
  send: typeof fetch,
  tokens: TokenSet,
  asked: string | undefined,
): Promise<string | undefined> {
  const granted = (tokens.scope ?? asked ?? '').split(/[,\s]+/)
  // A token that is for somebody else's service must not be sent here. Some answers write the scope with its service before it.
  if (!granted.includes(scope) && !granted.includes(`${new URL(url).origin}/${scope}`))
    return undefined
  const headers = { accept: 'image/*', authorization: `Bearer ${tokens.access_token}` }
  try {
    const response = await send(url, { headers })
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
    const bytes = new Uint8Array(await response.arrayBuffer())
    const isPicture = response.ok && /^image\/(jpeg|png|gif|webp)$/.test(type)
    if (!isPicture || bytes.length === 0 || bytes.length > maxPhotoBytes) return undefined
    return `data:${type};base64,${btoa(String.fromCharCode(...bytes))}`
  } catch {
    return undefined
  }
}
