import { html } from '../pages/html.ts'
import { fold } from './random.ts'

/** A small picture of the initial of a name, so that pages work offline. */
export function avatar(name: string): Response {
  const hue = fold(name) % 360
  const initial = html`${[...name.trim()][0]?.toUpperCase() ?? '?'}`.markup
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs>
<linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 55% 52%)"/>
<stop offset="1" stop-color="hsl(${(hue + 50) % 360} 60% 38%)"/></linearGradient></defs>
<rect width="100" height="100" fill="url(#g)"/><text x="50" y="50" dy=".36em" fill="#fff"
font-family="system-ui,sans-serif" font-size="46" font-weight="600" text-anchor="middle">${initial}</text></svg>`
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
