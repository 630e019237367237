/** Minutes, or hours where those say it better, as a language says them: "24 hours". */
export function duration(minutes: number, lang: string): string {
  const inHours = minutes >= 120
  const unit = inHours ? 'hour' : 'minute'
  const format = new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.max(1, Math.round(inHours ? minutes / 60 : minutes)))
}
