import { args } from './next/arguments.ts'
import { overlay } from './next/overlay.ts'
import { story } from './story.ts'

await story({
  example: 'next',
  name: 'Next 16, as it was written for next-auth 5',
  args,
  edit: (folder) => overlay('next-auth', folder),
})
