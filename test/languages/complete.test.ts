import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Language } from '../../src/index.ts'
import { text as qrCode } from '../../src/kits/text.ts'
import { words as qrWords } from '../../src/kits/words.ts'
import { english as credentials } from '../../src/methods/credentials/method.ts'
import { pageText as email } from '../../src/methods/email/page-text.ts'
import { mailText as mail } from '../../src/methods/email/text.ts'
import { accountText } from '../../src/pages/account-text.ts'
import { errorText } from '../../src/pages/error-text.ts'
import { text } from '../../src/pages/text.ts'
import { text as webauthn } from '../../src/passkeys/text.ts'
import { words } from '../../src/passkeys/words.ts'
import { text as factors } from '../../src/second-factor/text.ts'
import { words as factorWords } from '../../src/second-factor/words.ts'

const folder = new URL('../../src/languages/', import.meta.url)
const files = readdirSync(folder)
const languages: [string, Language][] = await Promise.all(
  files.map(async (file) => [file, (await import(new URL(file, folder).href)).default]),
)

/** What English says to visitors; hints are for developers and stay English. */
const english = {
  text: { ...text, ...accountText },
  methods: { email, webauthn, credentials, 'second-factor': factors, 'qr-code': qrCode },
  mail,
  errors: errorText,
}

const given = ['Ada Lovelace', 'Zebra']

/** Every sentence by its place; what depends on a name is said about two of them. */
function sentences(value: unknown, place = ''): [place: string, sentence: string][] {
  if (typeof value === 'string') return [[place, value]]
  if (typeof value === 'function') return [[`${place}()`, String(value(...given))]]
  return Object.entries(value ?? {}).flatMap(([name, inner]) =>
    sentences(inner, place ? `${place}.${name}` : name),
  )
}

test('ten languages are there', () => {
  expect(files.map((file) => file.replace('.ts', '')).sort()).toEqual(
    ['ar', 'de', 'en', 'es', 'fr', 'id', 'ja', 'pt-br', 'tr', 'zh-hans'].sort(),
  )
})

test.each(languages)('%s is named as the language it speaks', (file, { lang = '', dir }) => {
  expect(`${lang.toLowerCase()}.ts`).toBe(file)
  expect(Intl.DateTimeFormat.supportedLocalesOf(lang)).toEqual([lang])
  expect(dir).toBe(lang === 'ar' ? 'rtl' : undefined)
})

describe.each(languages.filter(([file]) => file !== 'en.ts'))('%s', (_, language) => {
  const { text, methods, mail, errors } = language
  // What a part says travels with the part.
  const { lang = '' } = language
  const ofParts = {
    webauthn: words[lang],
    'second-factor': factorWords[lang],
    'qr-code': qrWords[lang],
  }
  const said = new Map(sentences({ text, methods: { ...methods, ...ofParts }, mail, errors }))

  test('says everything that English says, and nothing else', () => {
    expect([...said.keys()].sort()).toEqual(
      sentences(english)
        .map(([place]) => place)
        .sort(),
    )
  })

  test('translates every sentence', () => {
    const same = sentences(english).filter(([place, sentence]) => {
      const own = said.get(place) ?? ''
      return own.trim() === '' || (own === sentence && sentence.includes(' '))
    })
    expect(same).toEqual([])
  })

  test('speaks of the platform in words that its name can replace', () => {
    const about = (code: keyof typeof errorText) => errors?.[code]?.title
    for (const code of ['PlatformError', 'PlatformUnreachable', 'ProfileInvalid'] as const) {
      expect(about(code)).toContain(text?.thePlatform)
    }
  })

  test('repeats the names that it is given', () => {
    const forgotten = sentences(english).filter(([place, sentence]) =>
      given.some((name) => sentence.includes(name) && !said.get(place)?.includes(name)),
    )
    expect(forgotten).toEqual([])
  })
})
