import { json } from '../http/respond.ts'

/** RFC 6749 §5.2 and RFC 8628 §3.5: an error that a device reads. */
export function oauthError(error: string, description: string, status = 400): Response {
  return json({ error, error_description: description }, status)
}
