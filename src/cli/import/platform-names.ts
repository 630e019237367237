/** Other libraries' and services' names of platforms, with Portico's ids, if they differ. */
export const platformNames: ReadonlyMap<string, string> = new Map([
  ['google-oauth2', 'google'],
  ['google.com', 'google'],
  ['apple.com', 'apple'],
  ['facebook.com', 'facebook'],
  ['github.com', 'github'],
  ['twitter.com', 'twitter'],
  ['microsoft.com', 'microsoft-entra-id'],
  ['x', 'twitter'],
  ['microsoft', 'microsoft-entra-id'],
  ['azure', 'microsoft-entra-id'],
  ['windowslive', 'microsoft-entra-id'],
  ['waad', 'microsoft-entra-id'],
  ['linkedin_oidc', 'linkedin'],
  ['slack_oidc', 'slack'],
  ['signinwithapple', 'apple'],
])
