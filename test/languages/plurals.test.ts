import { expect, test } from 'vitest'
import ar from '../../src/languages/ar.ts'
import de from '../../src/languages/de.ts'
import es from '../../src/languages/es.ts'
import fr from '../../src/languages/fr.ts'
import ja from '../../src/languages/ja.ts'
import ptBr from '../../src/languages/pt-br.ts'
import { words } from '../../src/second-factor/words.ts'

test.each([
  [de, ['Noch 1 Versuch.', 'Noch 2 Versuche.', 'Noch 5 Versuche.']],
  [fr, ['Il vous reste 1 essai.', 'Il vous reste 2 essais.', 'Il vous reste 5 essais.']],
  [es, ['Te queda 1 intento.', 'Te quedan 2 intentos.', 'Te quedan 5 intentos.']],
  [ptBr, ['Resta 1 tentativa.', 'Restam 2 tentativas.', 'Restam 5 tentativas.']],
  [ar, ['بقيت محاولة واحدة.', 'بقيت محاولتان.', 'بقيت 5 محاولات.']],
])('says how many attempts are left in the form of the number: %#', ({ methods }, said) => {
  const left = [1, 2, 5].map((tries) => methods.email.triesLeft(tries))
  expect(left.map((each) => each.replace('\u00a0', ' '))).toEqual(said)
})

test('never breaks a line between a number and its noun', () => {
  for (const { methods } of [de, fr, es, ptBr, ar]) {
    expect(methods.email.triesLeft(5)).toMatch(/5\u00a0\S/)
  }
})

test.each([
  ['es', ['Queda 1', 'Quedan 8']],
  ['pt-BR', ['Resta 1', 'Restam 8']],
])('counts recovery codes in the form of the number: %s', (lang, said) => {
  expect([1, 8].map((count) => words[lang]?.left(count))).toEqual(said)
})

test('sets digits as Japanese and Chinese do in every part', () => {
  expect(ja.text.waitFor('15 分')).toContain('最長で15分待って')
  expect(words.ja?.trust('30 日')).toBe('このブラウザでは30日間、確認を省略する')
  expect(words.ja?.trust('12 時間')).toBe('このブラウザでは12時間、確認を省略する')
  expect(words['zh-Hans']?.trust('30天')).toBe('30 天内在此浏览器中不再询问')
  expect(words['zh-Hans']?.wasRight('5分钟')).toContain('这是 5 分钟前')
})
