/** The word by which the sessions of guests are known. Only a new sign-in gives a session another one. */
export const guestWord = 'guest'

/** Knows the session of a guest. */
export function isGuestSession({ amr }: { readonly amr?: readonly string[] | undefined }): boolean {
  return amr?.includes(guestWord) ?? false
}
