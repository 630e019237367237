// Next and React as far as they are used here. What their packages say themselves would be needed to compile this one.

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
  export function after(work: Promise<unknown>): void
}

declare module 'react' {
  /** Missing in React 18, which the pages router accepts. */
  export const cache: (<T>(read: () => T) => () => T) | undefined
}
