import { isRequest, type RequestSource } from './request-source.ts'

/** The path of the requested page, whatever address the request came by; undefined if it was no page. */
export function requestedPage(
  { mount, basePath }: { mount: string; basePath: string },
  source: RequestSource,
): string | undefined {
  if (!isRequest(source) || source.method !== 'GET') return undefined
  const { pathname, search } = new URL(source.url)
  // A router that mounts only the routes does not change the paths of pages.
  return (mount === basePath ? '' : mount) + pathname + search
}
