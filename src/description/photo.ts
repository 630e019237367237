import type { Photo } from '../types/dialect.ts'
import type { TokenSet } from '../types/models.ts'

/** The most bytes of a picture: ten times what one of the size in the URL usually has. */
const maxPhotoBytes = 20_000

/** A picture that has no public URL. It is a function, because bundlers leave out functions that are not called. */
export function photo(at: Pick<Photo, 'url' | 'scope'>): Photo {
  return { ...at, fetch: (send, tokens, asked) => fetchPhoto(at, send, tokens, asked) }
}

/** The person's picture as a `data:` URL; undefined after any failure, which must not stop the sign-in. */
async function fetchPhoto(
  { url, scope }: Pick<Photo, 'url' | 'scope'>,
  send: typeof fetch,
  tokens: TokenSet,
  asked: string | undefined,
): Promise<string | undefined> {
  const granted = (tokens.scope ?? asked ?? '').split(/[,\s]+/)
  // A token for another service must not be sent here. Some token answers write the scope with the origin of its service before it.
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
