/** The uses of a key in the window that is open, and the window's end, in milliseconds since 1970. */
export interface Window {
  uses: number
  until: number
}

/** Returns the open window of a key, or begins one of this length. */
export type Windows = (key: string, seconds: number) => Window

/** The most keys to remember; the least recently used are forgotten first. */
const most = 50_000

/** Windows in the memory of this process. */
export function createWindows(now: () => number): Windows {
  const windows = new Map<string, Window>()
  return (key, seconds) => {
    const known = windows.get(key)
    const open = known && known.until > now() ? known : { uses: 0, until: now() + seconds * 1000 }
    windows.delete(key)
    windows.set(key, open)
    for (const [oldest, { until }] of windows) {
      if (until > now() && windows.size <= most) break
      windows.delete(oldest)
    }
    return open
  }
}
