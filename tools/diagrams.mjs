// The three diagrams of the guides, as SVG for light and for dark pages: `node tools/diagrams.mjs` writes them, `--check` says
// whether they are up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { choice, sequence } from './pictures/draw.mjs'

const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url))

const diagrams = {
  'a-sign-in': sequence(
    'A sign-in with a platform, step by step',
    ['Browser', 'Your server (Portico)', 'Platform'],
    [
      [0, 1, 'POST /signin/tiktok'],
      [1, 0, 'redirect; sealed cookie with state'],
      [0, 2, 'the person allows it'],
      [2, 0, 'redirect to /callback: code, state'],
      [0, 1, 'code, state, cookie: used once'],
      [1, 2, 'code, PKCE verifier, client secret'],
      [2, 1, 'tokens, checked; the profile'],
      [1, 0, 'session cookie, then your page'],
    ],
  ),
  'cookie-or-database': choice('Cookie or database sessions', 'Where is the session?', [
    [
      'In the cookie, encrypted',
      ['no database needed', 'read in microseconds, anywhere', 'ends when it expires'],
    ],
    [
      'In your database, the cookie has its key',
      ['one indexed query', 'listed, and ended at once', 'roles change at once'],
    ],
  ]),
  linking: choice('Linking accounts', 'GitHub says: ada@example.com. A user has that address.', [
    ['Ada is signed in and pressed “Connect”', ['the GitHub account is added', 'to her user']],
    [
      'Nobody is signed in',
      ['the sign-in is refused:', 'sign in as before,', 'then connect GitHub'],
    ],
  ]),
}

/** Light and dark: ink, soft ink, line, card, brand. */
const palettes = {
  light: ['#1a1a1f', '#5c5d66', '#c9c9d2', '#ffffff', '#5b3df5'],
  dark: ['#f2f2f5', '#b0b1bb', '#4a4b55', '#1b1b1f', '#a394ff'],
}

for (const [name, draw] of Object.entries(diagrams))
  for (const [scheme, colors] of Object.entries(palettes)) {
    const file = `${folder}/${name}-${scheme}.svg`
    const wanted = `${draw(colors)}\n`
    const isFresh = existsSync(file) && readFileSync(file, 'utf8') === wanted
    if (!process.argv.includes('--check')) writeFileSync(file, wanted)
    else if (!isFresh) {
      console.log(`${name}-${scheme}.svg is out of date: \`npm run generate\` writes it anew.`)
      process.exitCode = 1
    }
  }
console.log(`${Object.keys(diagrams).length} diagrams.`)
