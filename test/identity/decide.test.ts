import { describe, expect, test } from 'vitest'
import { type Decision, type DecisionInputs, decide } from '../../src/identity/decide.ts'
import type { StoredUser } from '../../src/types/storage.ts'

const verified: StoredUser = { id: 'v', email: 'a@x.test', emailVerified: new Date(0) }
const unverified: StoredUser = { id: 'u', email: 'a@x.test', emailVerified: null }
const vouchedFor: StoredUser = { ...unverified, id: 'w', emailVerifiedBy: 'platform' }
const other: StoredUser = { id: 'o', emailVerified: null }
const noAddress: StoredUser = { id: 'n', emailVerified: null }

const nobody: DecisionInputs = {
  owner: null,
  userWithSameEmail: null,
  trustsEmail: false,
  provesEmail: false,
}

describe('find, create, link or refuse', () => {
  test.each<[string, Partial<DecisionInputs>, Partial<Decision> & { do: string }]>([
    ['a known account is welcome', { owner: verified }, { do: 'signIn', user: verified }],
    [
      'a known account is welcome even if its address is somebody else’s',
      { owner: other, userWithSameEmail: verified },
      { do: 'signIn', user: other },
    ],
    ['nobody knows them: create', {}, { do: 'create', emailVerified: false }],
    [
      'the word of a platform that may not link is no proof',
      { emailVerified: true },
      { do: 'create', emailVerified: false },
    ],
    [
      'the word of a platform that may link is',
      { emailVerified: true, trustsEmail: true },
      { do: 'create', emailVerified: true },
    ],
    [
      'the word of a platform about an address that it gives out is',
      { emailVerified: true, ownsDomain: true },
      { do: 'create', emailVerified: true },
    ],
    [
      'a platform that gives out an address, and does not call it verified, proves nothing',
      { ownsDomain: true, trustsEmail: true },
      { do: 'create', emailVerified: false },
    ],
    [
      'an address that the platform calls unverified is not',
      { emailVerified: false },
      { do: 'create', emailVerified: false },
    ],
    [
      'same address, no trust: refuse',
      { userWithSameEmail: verified, emailVerified: true },
      { do: 'refuse', code: 'OAuthAccountNotLinked' },
    ],
    [
      'same address, nothing said, no trust: refuse',
      { userWithSameEmail: verified },
      { do: 'refuse', code: 'OAuthAccountNotLinked' },
    ],
    [
      'same address, trusted and proven: link',
      { userWithSameEmail: verified, trustsEmail: true, emailVerified: true },
      { do: 'link', user: verified, takeover: false },
    ],
    [
      'same address, trusted and nothing said: link',
      { userWithSameEmail: verified, trustsEmail: true },
      { do: 'link', user: verified, takeover: false },
    ],
    [
      'same address, trusted but called unverified: refuse',
      { userWithSameEmail: verified, trustsEmail: true, emailVerified: false },
      { do: 'refuse', code: 'OAuthAccountNotLinked' },
    ],
    [
      'an unproven namesake is taken over by a trusted proof',
      { userWithSameEmail: unverified, trustsEmail: true, emailVerified: true },
      { do: 'link', user: unverified, takeover: true },
    ],
    [
      'an unproven namesake, trusted and nothing said: neither may have what is the other’s',
      { userWithSameEmail: unverified, trustsEmail: true },
      { do: 'refuse', code: 'OAuthAccountNotLinked' },
    ],
    [
      'an unproven namesake, trusted but called unverified: refuse',
      { userWithSameEmail: unverified, trustsEmail: true, emailVerified: false },
      { do: 'refuse', code: 'OAuthAccountNotLinked' },
    ],
    [
      'an unproven namesake without trust keeps everything but the address',
      { userWithSameEmail: unverified, emailVerified: true },
      { do: 'create', emailVerified: false, displaced: unverified },
    ],
    [
      'two who are vouched for without proof: refuse the second',
      { userWithSameEmail: vouchedFor, emailVerified: true },
      { do: 'refuse', code: 'OAuthAccountNotLinked' },
    ],
    [
      'a user who is only vouched for loses the address to a proof',
      { userWithSameEmail: vouchedFor, emailVerified: true, ownsDomain: true },
      { do: 'create', emailVerified: true, displaced: vouchedFor },
    ],
    [
      'a proven address is not even lost to the platform that gives it out',
      { userWithSameEmail: verified, emailVerified: true, ownsDomain: true },
      { do: 'refuse', code: 'OAuthAccountNotLinked' },
    ],
    [
      'a user who is only vouched for is taken over by a trusted proof',
      { userWithSameEmail: vouchedFor, trustsEmail: true, emailVerified: true },
      { do: 'link', user: vouchedFor, takeover: true },
    ],
    [
      'an unproven namesake without trust or proof: refuse',
      { userWithSameEmail: unverified },
      { do: 'refuse', code: 'OAuthAccountNotLinked' },
    ],
    [
      'a method that signs in only its owner refuses a stranger',
      { mayCreate: false },
      { do: 'refuse', code: 'AccessDenied' },
    ],
    [
      'a mailed proof finds its user',
      { userWithSameEmail: verified, provesEmail: true },
      { do: 'link', user: verified, takeover: false },
    ],
    [
      'a mailed proof takes an unproven user over',
      { userWithSameEmail: unverified, provesEmail: true },
      { do: 'link', user: unverified, takeover: true },
    ],
    [
      'a mailed proof of a new address creates',
      { provesEmail: true },
      { do: 'create', emailVerified: true },
    ],
    [
      'a signed-in user connects a new account',
      { linkTo: verified },
      { do: 'link', user: verified, takeover: false },
    ],
    [
      'a signed-in user connects what they have',
      { linkTo: verified, owner: verified },
      { do: 'signIn', user: verified },
    ],
    [
      'a signed-in user cannot take another’s account',
      { linkTo: verified, owner: other },
      { do: 'refuse', code: 'AccountTaken' },
    ],
    [
      'a signed-in user adds an address that somebody else only claims',
      { linkTo: noAddress, owner: unverified, provesEmail: true },
      { do: 'link', user: noAddress, takeover: false, displaced: unverified },
    ],
    [
      'a signed-in user cannot add an address that somebody else has proven',
      { linkTo: noAddress, owner: verified, provesEmail: true },
      { do: 'refuse', code: 'AccountTaken' },
    ],
    [
      'a signed-in user who has a proven address takes no other one from anybody',
      { linkTo: verified, owner: unverified, provesEmail: true },
      { do: 'refuse', code: 'AccountTaken' },
    ],
    [
      'a user who was deleted meanwhile connects nothing',
      { linkTo: null },
      { do: 'refuse', code: 'SessionRequired' },
    ],
  ])('%s', (_, situation, decision) => {
    expect(decide({ ...nobody, ...situation })).toMatchObject(decision)
  })
})
