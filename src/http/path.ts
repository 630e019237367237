/** The path of a request's URL. `Request` has normalised it, so it only has to be cut out. */
export function urlPath(url: string): string {
  const from = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.slice(from).search(/[?#]/)
  return url.slice(from, end === -1 ? undefined : from + end)
}
