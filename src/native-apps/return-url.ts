/** The address that leads back into the app, with an answer. Redirects have no query of their own. */
export function returnUrl(redirectUri: string, answer: Readonly<Record<string, string>>): string {
  return `${redirectUri}?${new URLSearchParams(answer)}`
}
