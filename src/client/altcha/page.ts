// The module of pages with forms: `tools/page-modules.mjs` turns it into src/gate/altcha-script.ts.
import { guard } from '../gate/guard.ts'
import { earnToken } from './proof-of-work.ts'

/** In milliseconds; a challenge is valid for ten minutes. */
const freshFor = 300_000

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-altcha]'))
  guard(form, { earn: () => earnToken(form.dataset.altcha ?? ''), freshFor })
