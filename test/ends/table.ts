/** The moment at which a thing ends because of an act. A cookie that nobody asks the storage about lives for `session.check`. */
export type Ends = 'at once' | 'within 300 s' | 'stays'

/** The things by which somebody is known as a user, or acts in their name at a platform. */
export type Thing =
  | 'stored session'
  | 'cookie session'
  | 'copied cookie'
  | 'pending step'
  | 'platform tokens'
  | 'open reset'
  | 'trusted browser'

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
  | 'factor change'

/**
 * Each act, and when each thing of the user ends by it; `SECURITY.md` says the same to people. A power that adds a thing adds a column,
 * one that adds an act a row.
 */
export const whatEndsWhat: Readonly<Record<Act, Readonly<Record<Thing, Ends>>>> = {
  'sign out': {
    'stored session': 'at once',
    'cookie session': 'at once',
    // Nothing but the browser knows of it: whoever copied it before keeps it until it expires.
    'copied cookie': 'stays',
    'pending step': 'stays',
    'platform tokens': 'stays',
    'open reset': 'stays',
    'trusted browser': 'stays',
  },
  'sign out everywhere': {
    'stored session': 'at once',
    // Refused, with the reason: sessions in cookies can't be ended from elsewhere.
    'cookie session': 'stays',
    'copied cookie': 'stays',
    'pending step': 'stays',
    'platform tokens': 'stays',
    'open reset': 'stays',
    'trusted browser': 'at once',
  },
  takeover: {
    'stored session': 'at once',
    'cookie session': 'within 300 s',
    'copied cookie': 'within 300 s',
    'pending step': 'at once',
    'platform tokens': 'at once',
    'open reset': 'at once',
    'trusted browser': 'at once',
  },
  // Of any act but a sign-in; after a sign-in, what is older stays (`test/parts/notices/not-me`).
  'not me': {
    'stored session': 'at once',
    'cookie session': 'within 300 s',
    'copied cookie': 'within 300 s',
    'pending step': 'stays',
    'platform tokens': 'stays',
    'open reset': 'stays',
    'trusted browser': 'at once',
  },
  'password change': {
    // The browser that changes it goes on with a new key.
    'stored session': 'at once',
    'cookie session': 'within 300 s',
    'copied cookie': 'within 300 s',
    // One that began with the old password ends (`test/password/steps`).
    'pending step': 'stays',
    'platform tokens': 'stays',
    'open reset': 'at once',
    'trusted browser': 'at once',
  },
  'password reset': {
    'stored session': 'at once',
    'cookie session': 'within 300 s',
    'copied cookie': 'within 300 s',
    // One that began with the old password ends (`test/password/steps`).
    'pending step': 'stays',
    'platform tokens': 'stays',
    'open reset': 'at once',
    'trusted browser': 'at once',
  },
  unlink: {
    'stored session': 'stays',
    'cookie session': 'stays',
    'copied cookie': 'stays',
    'pending step': 'at once',
    'platform tokens': 'at once',
    'open reset': 'stays',
    'trusted browser': 'stays',
  },
  revoke: {
    'stored session': 'stays',
    'cookie session': 'stays',
    'copied cookie': 'stays',
    'pending step': 'stays',
    'platform tokens': 'at once',
    'open reset': 'stays',
    'trusted browser': 'stays',
  },
  deletion: {
    'stored session': 'at once',
    'cookie session': 'within 300 s',
    'copied cookie': 'within 300 s',
    'pending step': 'at once',
    'platform tokens': 'at once',
    'open reset': 'at once',
    'trusted browser': 'at once',
  },
  'factor change': {
    'stored session': 'stays',
    'cookie session': 'stays',
    'copied cookie': 'stays',
    // Whoever has a factor by now is asked for it before the last step.
    'pending step': 'at once',
    'platform tokens': 'stays',
    'open reset': 'stays',
    'trusted browser': 'at once',
  },
}
