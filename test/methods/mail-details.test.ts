import { expect, test } from 'vitest'
import { origin } from '../setup.ts'
import { ask, mailHouse, mails, startMails } from './mail-house.ts'

startMails()

test('a mail that is good for seconds speaks of one minute, not of none', async () => {
  // The application's own words, so that only the number is looked at.
  const text = { expires: (minutes: number) => `It lasts ${minutes} min.` }
  const { browser } = await mailHouse({}, { maxAge: 20, text })
  await ask(browser, 'ada@people.test')
  expect(mails().latest().text).toContain('It lasts 1 min.')
})

test('the page that a link opens in another browser carries what guards its form', async () => {
  const { browser, open } = await mailHouse()
  await ask(browser, 'ada@people.test')
  const { link } = mails().latest()
  const elsewhere = open()
  const page = await (await elsewhere.visit(link)).text()
  const [, csrfToken = ''] = / name="csrfToken" value="([^"]+)"/.exec(page) ?? []
  expect(csrfToken).not.toBe('')
  // An old browser says nothing of where a form comes from; the token does.
  const body = new URLSearchParams({ csrfToken })
  await elsewhere.send(new Request(link, { method: 'POST', body }))
  expect((await elsewhere.session())?.user.email).toBe('ada@people.test')
})

test('a code that is no text is refused as such', async () => {
  const { browser } = await mailHouse()
  await ask(browser, 'ada@people.test')
  const answer = await browser.send(
    new Request(`${origin}/api/auth/callback/email`, {
      method: 'POST',
      headers: { origin, accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ code: ['1'] }),
    }),
  )
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ developer: { provider: 'email' } })
})
