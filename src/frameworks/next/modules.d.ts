// The part of Next that is used here. Its own types would have to be installed to compile this package.

declare module 'next/headers' {
  import type { Cookie } from '../../http/cookies.ts'

  export function headers(): Promise<Headers>
  export function cookies(): Promise<{
    set(name: string, value: string, options: Cookie['options']): unknown
  }>
}

declare module 'next/navigation' {
  export function redirect(url: string): never
}

declare module 'next/server' {
  export const NextResponse: { next(init: { request: { headers: Headers } }): Response }
  export const after: ((work: Promise<unknown>) => void) | undefined
  export const connection: (() => Promise<void>) | undefined
}
