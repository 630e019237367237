import { expect, test } from 'vitest'
import { defineProvider } from '../../src/define-provider.ts'
import { resolved } from './resolved.ts'

const Club = defineProvider({
  id: 'club',
  name: 'Club',
  type: 'oauth',
  variables: { issuer: { kind: 'origin', example: 'https://club.example.test' } },
  authorization: '{issuer}/authorize',
  token: '{issuer}/token',
  userinfo: '{issuer}/me',
  profile: {
    id: 'id',
    name: ['Member {first} {last}', 'nick'],
    image: ['{issuer}/faces/{id}/{face}.png', 'portrait'],
  },
})

const club = resolved(Club({ issuer: 'https://club.acme.test/', clientId: 'a', clientSecret: 'b' }))

test('a text is made of the parts that are there', async () => {
  expect(await club.profile({ id: 7, first: 'Ada', last: '' }, {})).toMatchObject({
    name: 'Member Ada',
  })
})

test.each([[{}], [{ first: '', last: '' }], [{ first: ' ', last: null }]])(
  'a text of which no part is there gives way to the next: %j',
  async (parts) => {
    const user = await club.profile({ id: 7, nick: 'ada', ...parts }, {})
    expect(user).toMatchObject({ name: 'ada' })
  },
)

test('an address knows the host, and needs all of its parts', async () => {
  const image = 'https://club.acme.test/faces/7/a.png'
  expect(await club.profile({ id: 7, face: 'a' }, {})).toMatchObject({ image })
  for (const face of ['', null, undefined]) {
    expect(await club.profile({ id: 7, face, portrait: '/p' }, {})).toMatchObject({ image: '/p' })
  }
})
