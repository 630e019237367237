/** Keeps a path on this site, an http(s) address or a mailbox; a script scheme or nonsense is dropped. */
export function linkUrl(value: string | null | undefined): string | undefined {
  return isLocalPath(value) ? value : absolute(value, ['https:', 'http:', 'mailto:'])
}

/**
 * Keeps an address that may be an image's: https, a `data:` image, a path on this site, or inline SVG, which
 * becomes a `data:` image because an `<img>` never runs what an SVG may carry.
 */
export function imageUrl(value: string | null | undefined): string | undefined {
  const text = String(value ?? '').trim()
  if (/^<svg[\s>]/i.test(text)) return svgUrl(text)
  if (/^data:image\//i.test(text) || isLocalPath(text)) return text
  return absolute(text, ['https:'])
}

// One slash: `//host` and `/\host` are other sites to a browser.
function isLocalPath(value: string | null | undefined): value is string {
  return /^\/(?![/\\])[^\s\\]*$/.test(value ?? '')
}

function absolute(
  value: string | null | undefined,
  schemes: readonly string[],
): string | undefined {
  const url = URL.parse(value ?? '')
  return url && schemes.includes(url.protocol) ? url.href : undefined
}

function svgUrl(svg: string): string {
  // Outside HTML an SVG must name its namespace.
  const whole = /\sxmlns=/.test(svg)
    ? svg
    : svg.replace(/^<svg/i, '$& xmlns="http://www.w3.org/2000/svg"')
  const body = whole.toWellFormed().replace(/[^ -~]|["#%&<>?]/gu, encodeURIComponent)
  return `data:image/svg+xml,${body}`
}
