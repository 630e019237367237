import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { args } from './next/arguments.ts'
import { overlay } from './next/overlay.ts'
import { story } from './story.ts'

await story({
  example: 'next',
  name: 'Next 16, Pages Router',
  args,
  edit(folder) {
    rmSync(join(folder, 'app'), { recursive: true })
    overlay('pages-router', folder)
  },
})
