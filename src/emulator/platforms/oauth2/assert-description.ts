/** Throws for a malformed description where it is written, not at the first sign-in. */
export function assertDescription(maker: 'oauth2' | 'oidc', description: unknown): void {
  const at = (path: string): unknown =>
    path.split('.').reduce((value: unknown, key) => Object(value)[key], description)
  const expectThat = (isRight: boolean, path: string, wanted: string) => {
    if (isRight) return
    const found = JSON.stringify(at(path)) ?? typeof at(path)
    throw new TypeError(`${maker}(): \`${path}\` must be ${wanted}, not ${found.slice(0, 100)}`)
  }
  expectThat(typeof at('id') === 'string' && at('id') !== '', 'id', "a name such as 'acme'")
  const addresses = maker === 'oidc' ? ['issuer'] : ['authorize.url', 'token.url']
  for (const path of addresses) {
    expectThat(isAddress(at(path)), path, 'an address such as https://acme.test/…')
  }
  const resources = at('resources') ?? []
  expectThat(Array.isArray(resources), 'resources', 'a list')
  for (const place of Object.keys(Object(resources))) {
    const [url, answer] = [`resources.${place}.url`, `resources.${place}.answer`]
    expectThat(isAddress(at(url)), url, 'an address such as https://acme.test/…')
    expectThat(typeof at(answer) === 'function', answer, 'a function that returns the profile')
  }
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '')
}
