import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { overlay } from './next/overlay.ts'
import { story } from './story.ts'

await story({
  example: 'next',
  name: 'Next 15',
  versions: { next: '15.5.29' },
  args: () => ['--hostname', '127.0.0.1'],
  edit(folder) {
    rmSync(join(folder, 'proxy.ts'))
    overlay('middleware', folder)
  },
})
