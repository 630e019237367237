/** A value of another library as a text; undefined if it is empty or not a text or number. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** True for a true value, as databases and files write it. */
export function yes(value: unknown): boolean {
  return value === true || value === 1 || value === 1n || /^(?:true|t|1|yes)$/i.test(String(value))
}

/** Numbers below this are seconds since 1970, others milliseconds. */
const leastMilliseconds = 100_000_000_000

/** A date, as databases and files write it; without a zone it is UTC. */
export function date(value: unknown): Date | undefined {
  if (value instanceof Date) return usable(value)
  const written = text(value)
  if (!written) return undefined
  if (/^\d+(?:\.\d+)?$/.test(written)) {
    const number = Number(written)
    return usable(new Date(number < leastMilliseconds ? number * 1000 : number))
  }
  const iso = written.trim().replace(/^(\d{4}-\d\d-\d\d) /, '$1T')
  const zone = /(?:Z|[+-]\d\d:?\d\d|UTC|GMT)$/i.test(iso) ? '' : /[+-]\d\d$/.test(iso) ? ':00' : 'Z'
  return usable(new Date(/T\d/.test(iso) ? iso + zone : iso))
}

function usable(moment: Date): Date | undefined {
  return Number.isNaN(moment.getTime()) ? undefined : moment
}
