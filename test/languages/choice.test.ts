import { describe, expect, test } from 'vitest'
import { acceptedLanguage } from '../../src/http/accept-language.ts'
import ar from '../../src/languages/ar.ts'
import de from '../../src/languages/de.ts'
import en from '../../src/languages/en.ts'
import ja from '../../src/languages/ja.ts'
import ptBr from '../../src/languages/pt-br.ts'
import zhHans from '../../src/languages/zh-hans.ts'
import TikTok from '../../src/providers/tiktok.ts'
import type { AuthConfig } from '../../src/types/config.ts'
import { origin, setup } from '../setup.ts'

const keys = { clientId: 'key', clientSecret: 'tiktok-client-secret' }
const languages = [en, de, ar, ptBr, zhHans]

async function page(
  config: Partial<AuthConfig>,
  headers: Record<string, string> = {},
  path = '/api/auth/signin',
) {
  const { auth, log } = await setup({ providers: [TikTok(keys)], ...config })
  const response = await auth.handler(
    new Request(origin + path, { headers: { accept: 'text/html', ...headers } }),
  )
  return { response, markup: await response.text(), log }
}

describe('the language for an Accept-Language header', () => {
  const offered = ['en', 'de', 'pt-BR', 'zh-Hans', 'id']
  test.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.5, de;q=0.8', 'de'],
    ['fr, de;q=0.3, en;q=0.2', 'de'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['zh-CN', 'zh-Hans'],
    ['zh', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['in', 'id'],
    ['fr, *;q=0.1', 'en'],
    ['de; q=0.4, en ; q = 0.5', 'en'],
  ])('%s: %s', (header, lang) => {
    expect(acceptedLanguage(header, offered)).toBe(lang)
  })

  test.each([
    ['en;q=0, *', 'de'],
    ['*, en;q=0, de;q=0.000', 'pt-BR'],
    ['EN;Q=0, *;q=0.1', 'de'],
    ['en;q=0, pt;q=0.2, *;q=0.1', 'pt-BR'],
    ['en;q=0, de;q=0, pt;q=0, *', 'zh-Hans'],
    ['pt-PT;q=0, en;q=0, de;q=0, *', 'pt-BR'],
    ['pt;q=0, pt-BR', 'pt-BR'],
    ['de-AT, de;q=0, id;q=0.1', 'id'],
    ['de;q=0, de-DE, en;q=0.1', 'en'],
  ])('a quality of zero excludes a language, also from *: %s gives %s', (header, lang) => {
    expect(acceptedLanguage(header, offered)).toBe(lang)
  })

  test('everything excluded: nothing', () => {
    const header = 'en;q=0, de;q=0, pt-BR;q=0, zh;q=0, id;q=0, *'
    expect(acceptedLanguage(header, offered)).toBeUndefined()
  })

  test.each([
    ['fr'],
    ['zh-TW'],
    ['zh-Hant, ko'],
    ['de;q=0'],
    ['de;q=2'],
    ['de;q=much'],
    [''],
    ['*;q=0'],
    ['__proto__, constructor, 🙂, a;b;c'],
  ])('%s: nothing', (header) => {
    expect(acceptedLanguage(header, offered)).toBeUndefined()
  })

  test('the variant of the region comes before another one', () => {
    expect(acceptedLanguage('pt-PT', ['pt-BR', 'pt-PT'])).toBe('pt-PT')
  })

  test('a header without end keeps nobody busy', () => {
    expect(acceptedLanguage(`${'fr,'.repeat(5000)}de`, offered)).toBeUndefined()
  })
})

test('visitors read the language that their browser asks for', async () => {
  const german = await page({ languages }, { 'accept-language': 'de-CH,de;q=0.9' })
  expect(german.markup).toContain('<html lang="de">')
  expect(german.markup).toContain('Weiter mit TikTok')
  const arabic = await page({ languages }, { 'accept-language': 'ar-EG' })
  expect(arabic.markup).toContain('<html lang="ar" dir="rtl">')
  expect(arabic.markup).toContain('المتابعة باستخدام TikTok')
})

test('a visitor who understands none of them, or says nothing, reads the first', async () => {
  const korean = await page({ languages: [ja, en] }, { 'accept-language': 'ko' })
  expect(korean.markup).toContain('<html lang="ja">')
  const silent = await page({ languages })
  expect(silent.markup).toContain('<html lang="en">')
  expect(silent.markup).toContain('Continue with TikTok')
})

test('caches are told that the language varies, where it does', async () => {
  const several = await page({ languages })
  expect(several.response.headers.get('vary')).toContain('Accept-Language')
  const one = await page({ language: de }, { 'accept-language': 'ar' })
  expect(one.response.headers.get('vary')).not.toContain('Accept-Language')
  expect(one.markup).toContain('<html lang="de">')
})

test('the application chooses by the request, and leaves the rest to the browser', async () => {
  const language = (request: Request) =>
    /(?:^|; )language=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1]
  const chosen = await page(
    { languages, language },
    { cookie: 'language=pt', 'accept-language': 'de' },
  )
  expect(chosen.markup).toContain('<html lang="pt-BR">')
  const left = await page({ languages, language }, { 'accept-language': 'de' })
  expect(left.markup).toContain('<html lang="de">')
  const unknown = await page(
    { languages, language },
    { cookie: 'language=tlh', 'accept-language': 'de' },
  )
  expect(unknown.markup).toContain('<html lang="de">')
})

test('a choice that fails is logged, and the browser chooses', async () => {
  const language = () => {
    throw new Error('The cookie could not be read')
  }
  const { markup, log } = await page({ languages, language }, { 'accept-language': 'de' })
  expect(markup).toContain('<html lang="de">')
  expect(log.errors.map(({ message }) => message)).toEqual(['The cookie could not be read'])
})

test('a choice that comes later is logged, and harms nobody when it fails', async () => {
  const rejections: unknown[] = []
  const unhandled = (reason: unknown) => void rejections.push(reason)
  process.on('unhandledRejection', unhandled)
  const language = async () => {
    throw new Error('The database is down')
  }
  const written = { languages, language } as unknown as Partial<AuthConfig>
  const { markup, log } = await page(written, { 'accept-language': 'de' })
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', unhandled)
  expect(rejections).toEqual([])
  expect(markup).toContain('<html lang="de">')
  expect(log.errors[0]?.message).toContain('promise')
})

test('errors are told in the language, and JSON stays as it is', async () => {
  const visitor = { 'accept-language': 'de' }
  const shown = await page({ languages }, visitor, '/api/auth/signin?error=AccessDenied')
  expect(shown.markup).toContain('Sie konnten nicht angemeldet werden')
  const lost = await page({ languages }, visitor, '/api/auth/nowhere')
  expect(lost.response.status).toBe(404)
  expect(lost.markup).toContain('Seite nicht gefunden')
  expect(lost.response.headers.get('vary')).toContain('Accept-Language')
  const program = await page(
    { languages },
    { ...visitor, accept: 'application/json' },
    '/api/auth/nowhere',
  )
  expect(JSON.parse(program.markup)).toMatchObject({ error: 'NotFound' })
})

test.each([
  ['a name instead of a language', { language: 'de' }, 'language'],
  ['both', { language: de, languages }, 'languages'],
  ['a choice among nothing', { language: () => 'de' }, 'language'],
  ['a list of names', { languages: ['de'] }, 'languages'],
  ['an empty list', { languages: [] }, 'languages'],
  ['a tag that is none', { languages: [{ lang: 'de_DE!' }] }, 'languages'],
  ['a time zone that is none', { language: { ...de, timeZone: 'Berlin' } }, 'language'],
])('%s is refused', async (_, written, field) => {
  const { log } = await page(written as Partial<AuthConfig>)
  expect(log.errors[0]).toMatchObject({ code: 'Configuration', field })
})

test('a language with its time zone is accepted', async () => {
  const { markup } = await page({ language: { ...de, timeZone: 'Europe/Berlin' } })
  expect(markup).toContain('<html lang="de">')
})
