import { expect, test } from 'vitest'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import { setup } from '../setup.ts'

test('every option of a passkey provider is known, and a misspelt one is named', async () => {
  const every = {
    id: 'passkey',
    name: 'Fingerprint',
    enableConditionalUI: false,
    timeout: 60_000,
    userVerification: 'required' as const,
    signUp: false,
    formFields: { name: {} },
  }
  const known = await setup({ providers: [Passkey(every)], storage: memory() })
  const page = await (await known.browser.visit('/api/auth/signin')).text()
  expect(page).toContain('data-passkey')
  expect(known.log).toEqual({ errors: [], warnings: [] })
  const misspelt = await setup({
    // As somebody writes it who does not use TypeScript.
    providers: [Object.assign(Passkey(every), { relyingParty: { id: 'app.test' } })],
    storage: memory(),
  })
  await misspelt.browser.visit('/api/auth/signin')
  const said = [...misspelt.log.warnings, ...misspelt.log.errors.map(({ message }) => message)]
  expect(said.join()).toContain('relyingParty')
})
