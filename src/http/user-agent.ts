/** What a browser says of itself, in the words that people know it by. */
export interface UserAgent {
  system?: string
  browser?: string
}

/** What the User-Agent header tells; nothing where it is unlike any browser's. */
export function readUserAgent(header: string | null | undefined): UserAgent {
  const system = systems.find(([mark]) => header?.includes(mark))?.[1]
  const browser = browsers.find(([mark]) => header?.includes(`${mark}/`))?.[1]
  return { ...(system && { system }), ...(browser && { browser }) }
}

type Names = readonly (readonly [mark: string, name: string])[]

const systems: Names = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'Mac'],
  ['Windows', 'Windows'],
  ['Linux', 'Linux'],
]

// Every browser claims to be the ones before it, so the one that claims least stands first.
const browsers: Names = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
]
