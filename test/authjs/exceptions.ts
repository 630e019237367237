import type { Field } from './same-person.ts'

/** Where somebody is known otherwise than in Auth.js, and why. docs/from-authjs.md has the same table. */
export const exceptions: readonly { module: string; field: Field; why: string }[] = [
  {
    module: 'apple',
    field: 'name',
    why: 'Apple tells it at the first sign-in only. Later it is empty here, and the e-mail address there; with a database it stays',
  },
  {
    module: 'bankid-no',
    field: 'id',
    why: '`bankid_altsub`, because `sub` may change. To keep stored accounts, write a `profile` that returns `sub`',
  },
  {
    module: 'eveonline',
    field: 'image',
    why: 'the same picture; the host that Auth.js names is gone',
  },
  {
    module: 'netsuite',
    field: 'id',
    why: '`sub`, which names the company too; Auth.js needs a script of your own that tells who somebody is',
  },
  {
    module: 'nextcloud',
    field: 'image',
    why: 'the same picture, at an address that every server has, also one that rewrites none',
  },
]
