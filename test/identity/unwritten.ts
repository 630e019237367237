/** The warnings about the lines of a first sign-in. */
export const unwritten: string[] = ['createUser', 'linkAccount', 'signIn'].map(
  (event) => `The audit log could not be written: ${event}`,
)
