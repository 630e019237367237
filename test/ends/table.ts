/**
 * The moment at which a thing ends because of an act. A cookie that nobody asks the storage about lives for `session.check`; a JWT that
 * nobody asks us about lives for `maxAge` of `Jwt()`, whatever happens.
 */
export type Ends = 'at once' | 'within 300 s' | 'stays'

/** The things by which somebody is known as a user, or acts in their name at a platform. */
export type Thing =
  | 'stored session'
  | 'cookie session'
  | 'copied cookie'
  | 'pending step'
  | 'platform tokens'
  | 'access token'
  | 'device'
  | 'device code'
  | 'issued JWT'
  | 'app key'
  | 'open reset'
  | 'trusted browser'
  | 'inherited session'
  | 'asked address'

/** The acts that end something. */
export type Act =
  | 'sign out'
  | 'sign out everywhere'
  | 'takeover'
  | 'not me'
  | 'password change'
  | 'password reset'
  | 'unlink'
  | 'revoke'
  | 'deletion'
  | 'block'
  | 'factor change'
  | 'address change'
  | 'address taken back'

/**
 * Each act, and when each thing of the user ends by it; `SECURITY.md` says the same to people. A power that adds a thing adds a column,
 * one that adds an act a row.
 */
export const whatEndsWhat: Readonly<Record<Act, Readonly<Record<Thing, Ends>>>> = {
  // Of a browser. An app that signs out ends its own session (`test/native-apps/sign-in`).
  'sign out': {
    'stored session': 'at once',
    'cookie session': 'at once',
    // Nothing but the browser knows of it: whoever copied it before keeps it until it expires.
    'copied cookie': 'stays',
    'pending step': 'stays',
    'platform tokens': 'stays',
    'access token': 'stays',
    device: 'stays',
    'device code': 'stays',
    'issued JWT': 'within 300 s',
    'app key': 'stays',
    'open reset': 'stays',
    'trusted browser': 'stays',
    'inherited session': 'stays',
    'asked address': 'stays',
  },
  'sign out everywhere': {
    'stored session': 'at once',
    // Refused, with the reason: sessions in cookies can't be ended from elsewhere.
    'cookie session': 'stays',
    'copied cookie': 'stays',
    'pending step': 'stays',
    'platform tokens': 'stays',
    'access token': 'stays',
    device: 'at once',
    'device code': 'at once',
    'issued JWT': 'within 300 s',
    'app key': 'at once',
    'open reset': 'stays',
    'trusted browser': 'at once',
    'inherited session': 'at once',
    'asked address': 'at once',
  },
  takeover: {
    'stored session': 'at once',
    'cookie session': 'within 300 s',
    'copied cookie': 'within 300 s',
    'pending step': 'at once',
    'platform tokens': 'at once',
    'access token': 'at once',
    device: 'at once',
    'device code': 'at once',
    'issued JWT': 'within 300 s',
    'app key': 'at once',
    'open reset': 'at once',
    'trusted browser': 'at once',
    'inherited session': 'at once',
    'asked address': 'at once',
  },
  // Of any act but a sign-in; after a sign-in, what is older stays (`test/parts/notices/not-me`).
  'not me': {
    'stored session': 'at once',
    'cookie session': 'within 300 s',
    'copied cookie': 'within 300 s',
    'pending step': 'stays',
    'platform tokens': 'stays',
    'access token': 'at once',
    device: 'at once',
    'device code': 'at once',
    'issued JWT': 'within 300 s',
    'app key': 'at once',
    'open reset': 'stays',
    'trusted browser': 'at once',
    'inherited session': 'at once',
    'asked address': 'at once',
  },
  'password change': {
    // The browser that changes it goes on with a new key.
    'stored session': 'at once',
    'cookie session': 'within 300 s',
    'copied cookie': 'within 300 s',
    // One that began with the old password ends (`test/password/steps`).
    'pending step': 'stays',
    'platform tokens': 'stays',
    'access token': 'stays',
    device: 'at once',
    'device code': 'at once',
    'issued JWT': 'within 300 s',
    'app key': 'at once',
    'open reset': 'at once',
    'trusted browser': 'at once',
    'inherited session': 'at once',
    'asked address': 'at once',
  },
  'password reset': {
    'stored session': 'at once',
    'cookie session': 'within 300 s',
    'copied cookie': 'within 300 s',
    // One that began with the old password ends (`test/password/steps`).
    'pending step': 'stays',
    'platform tokens': 'stays',
    'access token': 'at once',
    device: 'at once',
    'device code': 'at once',
    'issued JWT': 'within 300 s',
    'app key': 'at once',
    'open reset': 'at once',
    'trusted browser': 'at once',
    'inherited session': 'at once',
    'asked address': 'at once',
  },
  unlink: {
    'stored session': 'stays',
    'cookie session': 'stays',
    'copied cookie': 'stays',
    'pending step': 'at once',
    'platform tokens': 'at once',
    'access token': 'stays',
    device: 'stays',
    'device code': 'stays',
    'issued JWT': 'within 300 s',
    'app key': 'stays',
    'open reset': 'stays',
    'trusted browser': 'stays',
    'inherited session': 'stays',
    'asked address': 'stays',
  },
  revoke: {
    'stored session': 'stays',
    'cookie session': 'stays',
    'copied cookie': 'stays',
    'pending step': 'stays',
    'platform tokens': 'at once',
    'access token': 'stays',
    device: 'stays',
    'device code': 'stays',
    'issued JWT': 'within 300 s',
    'app key': 'stays',
    'open reset': 'stays',
    'trusted browser': 'stays',
    'inherited session': 'stays',
    'asked address': 'stays',
  },
  deletion: {
    'stored session': 'at once',
    'cookie session': 'within 300 s',
    'copied cookie': 'within 300 s',
    'pending step': 'at once',
    'platform tokens': 'at once',
    'access token': 'at once',
    device: 'at once',
    'device code': 'at once',
    'issued JWT': 'within 300 s',
    'app key': 'at once',
    'open reset': 'at once',
    'trusted browser': 'at once',
    'inherited session': 'at once',
    'asked address': 'at once',
  },
  block: {
    'stored session': 'at once',
    'cookie session': 'within 300 s',
    'copied cookie': 'within 300 s',
    'pending step': 'at once',
    // The platform gave them to the application; nobody reaches them by a session any more.
    'platform tokens': 'stays',
    'access token': 'at once',
    // It signs in, which is refused with all that it would write.
    'issued JWT': 'within 300 s',
    'open reset': 'at once',
    'trusted browser': 'at once',
    'app key': 'at once',
    device: 'at once',
    'device code': 'at once',
    'inherited session': 'at once',
    'asked address': 'at once',
  },
  'factor change': {
    'stored session': 'stays',
    'cookie session': 'stays',
    'copied cookie': 'stays',
    // Whoever has a factor by now is asked for it before the last step.
    'pending step': 'at once',
    'platform tokens': 'stays',
    'access token': 'stays',
    device: 'stays',
    'device code': 'stays',
    'issued JWT': 'within 300 s',
    'app key': 'stays',
    // It asks for the factor before the password is written.
    'open reset': 'stays',
    'trusted browser': 'at once',
    'inherited session': 'stays',
    'asked address': 'stays',
  },
  'address change': {
    'stored session': 'stays',
    'cookie session': 'stays',
    'copied cookie': 'stays',
    'pending step': 'stays',
    'platform tokens': 'stays',
    'access token': 'stays',
    device: 'stays',
    'device code': 'stays',
    'app key': 'stays',
    'issued JWT': 'within 300 s',
    // It was mailed to the old address, which nobody has any more.
    'open reset': 'at once',
    'trusted browser': 'stays',
    'inherited session': 'stays',
    // The last wish counts.
    'asked address': 'at once',
  },
  // Whatever is younger than the change goes as well (`test/change-email`); these are older.
  'address taken back': {
    'stored session': 'at once',
    'cookie session': 'within 300 s',
    'copied cookie': 'within 300 s',
    'pending step': 'stays',
    'platform tokens': 'stays',
    'access token': 'at once',
    device: 'at once',
    'device code': 'at once',
    'app key': 'at once',
    'issued JWT': 'within 300 s',
    // It was mailed to the address that is back.
    'open reset': 'stays',
    'trusted browser': 'at once',
    'inherited session': 'at once',
    'asked address': 'at once',
  },
}
