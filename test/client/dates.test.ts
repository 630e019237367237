import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SessionProvider, useSession } from '../../src/client/bindings/react.ts'
import { createClient } from '../../src/client/index.ts'

// Servers hand a session over as it is, and some frameworks keep a `Date` on its way; the routes answer with JSON.
const since = new Date('2026-01-02T03:04:05Z')
const session = {
  user: { id: '1', name: 'Ada' },
  expires: '2030-01-01T00:00:00.000Z',
  authTime: 0,
  amr: [],
  since,
}

test('a date that the page was rendered with is the text that the routes answer with', () => {
  const client = createClient()
  client.hydrate(session)
  expect(client.get().session).toEqual({ ...session, since: since.toISOString() })
})

test('a date is that text in the first frame that React renders, too', () => {
  const Since = () => String(Reflect.get({ ...useSession().session }, 'since'))
  const page = createElement(SessionProvider, { session }, createElement(Since))
  expect(renderToString(page)).toBe(since.toISOString())
})
