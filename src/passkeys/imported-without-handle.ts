/** No base64 has a colon: it is no handle. */
const mark = 'forgotten:'

/** The account id of a passkey whose user handle another library drew and did not keep. */
export function idWithoutHandle(credentialID: string): string {
  return mark + credentialID
}

/** True for the account id of such a passkey. */
export function lacksHandle(providerAccountId: string): boolean {
  return providerAccountId.startsWith(mark)
}
