import { args } from './next/arguments.ts'
import { overlay } from './next/overlay.ts'
import { story } from './story.ts'

await story({
  example: 'next',
  name: 'Next 16, as it was written for next-auth 5',
  args,
  edit: (folder) => overlay('next-auth', folder),
  stories: {
    async 'a server action learns where a sign-in goes on, or why it does not'(visit) {
      const { open, page, reads } = await visit()
      for (const [address, said] of [
        ['nonsense', 'EmailSignInError'],
        ['ada@people.test', '/api/auth/verify-request'],
      ] as const) {
        await open('/mail')
        await page.getByLabel('Address').fill(address)
        await page.getByLabel('Address').press('Enter')
        await reads(said)
      }
    },
  },
})
