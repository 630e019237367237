/** A browser, in the words that people know it by. */
export interface UserAgent {
  system?: string
  browser?: string
}

/** The app and its device that a stored session names, as the app said, or the browser by its header. */
export function readKeptAgent(kept: string | null | undefined): UserAgent {
  const [app, device] = kept?.endsWith(')') ? kept.slice(0, -1).split('/native (') : []
  return app && device ? { system: device, browser: app } : readUserAgent(kept)
}

/** The browser by its User-Agent header, in names that we know: anybody may write anything there. Empty if it is like none. */
export function readUserAgent(header: string | null | undefined): UserAgent {
  const system = systems.find(([mark]) => header?.includes(mark))?.[1]
  const browser = browsers.find(([mark]) => header?.includes(`${mark}/`))?.[1]
  return { ...(system && { system }), ...(browser && { browser }) }
}

/** True if a page stands in the browser that is part of another application, as far as that says so. */
export function isInApp(header: string | null): boolean {
  return inApp.test(header ?? '')
}

// Facebook, Instagram, TikTok, Snapchat, LinkedIn, WeChat, LINE; and any application on Android that shows pages by a WebView.
const inApp =
  /FBA[NV]|FB_IAB|Instagram|musical_ly|BytedanceWebview|TikTok|Snapchat|LinkedInApp|MicroMessenger|\bLine\/|; wv\)/

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
