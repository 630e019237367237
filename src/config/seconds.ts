const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** The seconds of an option: a number, or a text such as `'30d'`, `'12h'`, `'5m'` or `'90s'`. Undefined if it is neither. */
export function readSeconds(written: string | number): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(String(written)) ?? []
  const seconds = typeof written === 'number' ? written : Number(count) * (units[unit] ?? 0)
  return Number.isInteger(seconds) && seconds > 0 ? seconds : undefined
}
