/** The usual members of Next's request. Its own types need not be installed to compile this. */
export interface NextRequest extends Request {
  readonly nextUrl: URL & { clone(): URL; basePath: string; locale: string }
  readonly cookies: {
    get(name: string): { name: string; value: string } | undefined
    getAll(): { name: string; value: string }[]
    has(name: string): boolean
  }
}
