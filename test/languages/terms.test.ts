import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../../src')

type Said = [place: string, sentence: string]

/** Every sentence below a value, by its place; what depends on something is said about names and a number. */
function sentences(value: unknown, place: string): Said[] {
  if (typeof value === 'string') return [[place, value]]
  if (typeof value === 'function') return [[place, String(value('Acme', 'Ada'))]]
  return Object.entries(value ?? {}).flatMap(([name, inner]) =>
    sentences(inner, `${place}.${name}`),
  )
}

/** All that is said in a language: on the pages, in mails and by every part. */
async function everything(lang: string): Promise<Said[]> {
  const core = await import(join(source, 'languages', `${lang.toLowerCase()}.ts`))
  const parts = await Promise.all(
    globSync('*/words.ts', { cwd: source }).map(async (file) => {
      const { words } = await import(join(source, file))
      return sentences(words[lang], file)
    }),
  )
  expect(parts.filter((said) => said.length === 0)).toEqual([])
  const { lang: _lang, dir: _dir, ...said } = core.default
  return [...sentences(said, 'languages'), ...parts.flat()]
}

/**
 * Words and signs that a language does not use here: a second word for what already has one, the other form of address, quotation marks and
 * spaces of another language.
 */
const wrong: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  ar: {
    'a comma, semicolon or question mark of Latin letters': /\p{Script=Arabic}\s*[,;?]/u,
    'quotation marks': /["“”]/,
    'a second word for email': /ايميل|إيميل/,
  },
  de: {
    'the familiar address': /\b(?:du|dich|dir|dein\w*)\b/i,
    'quotation marks': /["”«»]/,
    'a second word for passwords': /\bKennw[oö]rt/i,
    'a second word for ways to sign in': /Anmeldemethode/,
    'email without a hyphen': /\bEmail\b|(?<!E-)\bMails?\b/,
    'a second word for phones': /\bHandy|\bTelefon/,
  },
  es: {
    'the formal address': /\busted(?:es)?\b/i,
    'a question without its first mark': /^[^¿]*\?/,
    'quotation marks': /["“”]/,
    'a second word for links': /\bconectar|\blink\b/i,
    'a second word for phones': /móvil|celular/i,
    'a second word for passkeys': /passkey/i,
  },
  fr: {
    'the familiar address': /(?<!\p{L})(?:tu|toi|ton|tes)(?!\p{L})/iu,
    'a sign that may begin a line': /[^\u00a0\u202f][:;?!»](?:\s|$)/,
    'quotation marks': /["“”]/,
    'a straight apostrophe': /'/,
    'a second word for email': /\bmails?\b(?<!e-mails?)|courriel/i,
    'a second word for passkeys': /passkey/i,
  },
  id: {
    'the familiar address': /\bkamu\b/i,
    'a second word for signing in': /\blogin\b/i,
    'a second word for browsers': /peramban/i,
    'a second word for links': /\blink\b/i,
    'a second word for passkeys': /passkey/i,
    'half a word for passwords': /(?<!kata |kunci )\bsandi\b/i,
  },
  ja: {
    'a second word for devices': /端末/,
    'a second spelling of browsers': /ブラウザー/,
    'half-width signs': /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][:?!~(),]/u,
    'spaces around Latin letters':
      /[\p{Script=Han}\p{Script=Hiragana}] | [\p{Script=Han}\p{Script=Hiragana}]/u,
  },
  'pt-BR': {
    'the address of Portugal': /\b(?:tu|teu|tua|vós)\b/i,
    'words of Portugal': /palavra-passe|iniciar sessão|ecrã|telemóvel/i,
    'a second word for again': /novamente/i,
    'a gender for every application': /\b(?:do|no|da|na) Acme\b/,
    'quotation marks': /["«»]/,
  },
  tr: {
    'the familiar address': /\b(?:sen|senin|seni)\b/i,
    'a second word for passwords': /parola/i,
    'a second word for signing in': /oturum aç(?!ık)/i,
    'a second word for email': /\bmail\b/i,
    'everybody for every device': /herkesin oturum/i,
    'a second way to try again': /yeniden deneyin/i,
    'quotation marks': /["«»]/,
  },
  'zh-Hans': {
    'the familiar address': /你/,
    'half-width signs': /\p{Script=Han}[:?!,;()]/u,
    'another word for accounts': /帐号|帐户|账户/,
    'another word for email': /电邮|电子邮件/,
  },
}

test.each(Object.keys(wrong))('%s has one word for a thing, and its own signs', async (lang) => {
  const said = await everything(lang)
  expect(said.length).toBeGreaterThan(350)
  const found = Object.entries(wrong[lang] ?? {}).flatMap(([what, pattern]) =>
    said
      .filter(([, text]) => pattern.test(text))
      .map(([place, text]) => `${what}: ${place}: ${text}`),
  )
  expect(found).toEqual([])
})
