import { AuthError } from '../errors.ts'

/** True if a platform is down, which fails everybody. */
export function isPlatformsFault(thrown: unknown): boolean {
  if (!(thrown instanceof AuthError)) return false
  return thrown.code === 'PlatformUnreachable' || Number(thrown.platform?.status ?? 0) >= 500
}
