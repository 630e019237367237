import { isRequest, type RequestSource } from './request-source.ts'

/** The page that was asked for, on our own origin whatever address the request came by; undefined if it was none. */
export function requestedPage(
  { mount, basePath }: { mount: string; basePath: string },
  source: RequestSource,
): string | undefined {
  if (!isRequest(source) || source.method !== 'GET') return undefined
  const { pathname, search } = new URL(source.url)
  // A router that mounts only the routes leaves pages as they are.
  return (mount === basePath ? '' : mount) + pathname + search
}
