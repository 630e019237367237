import { requestSite } from '../http/request-site.ts'
import { readHeader } from '../http/request-source.ts'

/** The facts about a request that `ownData` needs. */
interface VisitContext {
  readonly request: Request
  readonly origin: string
  readonly query: URLSearchParams
}

/**
 * The `data` in the address of the sign-in page, if a page of the application led there. Anybody can write a link, and the application
 * takes `data` for its own.
 */
export function dataFromOwnPage({ request, origin, query }: VisitContext): string | undefined {
  const site = requestSite(request, origin)
  const isOwn = site === 'unknown' ? cameFrom(request) === origin : site === 'same'
  return isOwn ? (query.get('data') ?? undefined) : undefined
}

/** Browsers say nothing else about a visit by plain http. */
function cameFrom(request: Request): string | undefined {
  return URL.parse(readHeader(request, 'referer') ?? '')?.origin
}
