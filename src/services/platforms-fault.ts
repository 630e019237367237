import { AuthError } from '../errors.ts'

/** True if the platform is down, which is not the client's fault. */
export function isPlatformsFault(thrown: unknown): boolean {
  if (!(thrown instanceof AuthError)) return false
  return thrown.code === 'PlatformUnreachable' || Number(thrown.platform?.status ?? 0) >= 500
}
