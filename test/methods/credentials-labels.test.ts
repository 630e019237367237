import { expect, test } from 'vitest'
import type { CredentialInput, Language } from '../../src/index.ts'
import ar from '../../src/languages/ar.ts'
import de from '../../src/languages/de.ts'
import en from '../../src/languages/en.ts'
import es from '../../src/languages/es.ts'
import fr from '../../src/languages/fr.ts'
import id from '../../src/languages/id.ts'
import ja from '../../src/languages/ja.ts'
import ptBr from '../../src/languages/pt-br.ts'
import tr from '../../src/languages/tr.ts'
import zhHans from '../../src/languages/zh-hans.ts'
import Credentials from '../../src/providers/credentials.ts'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import { setup } from '../setup.ts'

/** The labels of the sign-in page, for a browser that prefers a language. */
async function labels(
  credentials: Record<string, CredentialInput>,
  accepted = 'en',
  languages: readonly Language[] = [en, de, ptBr],
): Promise<string[]> {
  const providers = [Credentials({ credentials, authorize: () => null })]
  const { browser } = await setup({ providers, languages })
  const page = await browser.visit('/api/auth/signin', { 'accept-language': accepted })
  return [...(await page.text()).matchAll(/<label>([^<]*)<input/g)].map(([, label = '']) => label)
}

const password = { type: 'password' }

test.each([
  [ar, 'اسم المستخدم', 'كلمة المرور', 'البريد الإلكتروني'],
  [de, 'Benutzername', 'Passwort', 'E-Mail-Adresse'],
  [en, 'Username', 'Password', 'Email'],
  [es, 'Nombre de usuario', 'Contraseña', 'Correo electrónico'],
  [fr, 'Nom d’utilisateur', 'Mot de passe', 'Adresse e-mail'],
  [id, 'Nama pengguna', 'Kata sandi', 'Email'],
  [ja, 'ユーザー名', 'パスワード', 'メールアドレス'],
  [ptBr, 'Nome de usuário', 'Senha', 'E-mail'],
  [tr, 'Kullanıcı adı', 'Şifre', 'E-posta'],
  [zhHans, '用户名', '密码', '邮箱'],
])(
  'fields without a label are called as their language says: $lang',
  async (language, ...words) => {
    const shown = await labels({ username: {}, password, email: {} }, '*', [language])
    expect(shown).toEqual(words)
  },
)

test('a label of the application comes before ours, in every language', async () => {
  const fields = { username: { label: 'Badge' }, password }
  expect(await labels(fields, 'de')).toEqual(['Badge', 'Passwort'])
})

test('a label is said in the language of the page, where the application has it', async () => {
  const badge = { label: 'Badge', labels: { de: 'Ausweis', 'pt-BR': 'Crachá', nl: 'Pas' } }
  expect(await labels({ badge }, 'en')).toEqual(['Badge'])
  expect(await labels({ badge }, 'de-AT')).toEqual(['Ausweis'])
  expect(await labels({ badge }, 'pt')).toEqual(['Crachá'])
  // The page itself does not speak it.
  expect(await labels({ badge }, 'nl')).toEqual(['Badge'])
})

test('a field that nobody named is called by its own name', async () => {
  expect(await labels({ pin: password, usePassword: {}, toString: {} }, 'de')).toEqual([
    'pin',
    'usePassword',
    'toString',
  ])
})

test('words of the application take the place of ours', async () => {
  const own = {
    ...de,
    methods: {
      ...de.methods,
      credentials: { ...de.methods.credentials, username: 'Kennung' },
      email: { ...de.methods.email, email: 'Postadresse' },
    },
  }
  const shown = await labels({ username: {}, email: {}, password }, 'de', [own])
  expect(shown).toEqual(['Kennung', 'Postadresse', 'Passwort'])
})

test('labels are no attribute, and text', async () => {
  const labelsOfField = { en: '<b>Badge</b>' }
  const providers = [
    Credentials({ credentials: { badge: { labels: labelsOfField } }, authorize: () => null }),
  ]
  const { browser } = await setup({ providers })
  const page = await (await browser.visit('/api/auth/signin')).text()
  expect(page).toContain('<label>&#60;b&#62;Badge&#60;/b&#62;<input name="badge"></label>')
})

test('the fields of a sign-up with a passkey have labels by language too', async () => {
  const team = { label: 'Team', labels: { de: 'Mannschaft' }, required: true }
  const providers = [Passkey({ formFields: { team } })]
  const { browser } = await setup({ providers, storage: memory(), languages: [en, de] })
  const page = await browser.visit('/api/auth/signin', { 'accept-language': 'de' })
  expect(await page.text()).toContain('<label>Mannschaft<input name="team" required></label>')
})
