import type { Field } from './same-person.ts'

/** Where somebody is known otherwise than in Auth.js, and why. docs/from-authjs.md has the same table. */
export const exceptions: readonly { module: string; field: Field; why: string }[] = [
  {
    module: 'apple',
    field: 'name',
    why: 'Apple shares it only at the first sign-in. Later it is empty here, and the email address in Auth.js; with a database it is kept',
  },
  {
    module: 'bankid-no',
    field: 'id',
    why: '`bankid_altsub`, because `sub` can change. To keep stored accounts, use a `profile` that returns `sub`',
  },
  {
    module: 'eveonline',
    field: 'image',
    why: "the same picture; Auth.js's host is gone",
  },
  {
    module: 'netsuite',
    field: 'id',
    why: '`sub`, which includes the company; Auth.js needs a script on your side that returns the user',
  },
  {
    module: 'nextcloud',
    field: 'image',
    why: 'the same picture, at a URL that needs no rewriting',
  },
]
