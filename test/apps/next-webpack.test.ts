import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { story } from './story.ts'

await story({
  example: 'next',
  name: 'Next 16, webpack',
  args: () => ['--hostname', '127.0.0.1'],
  async edit(folder) {
    const file = join(folder, 'package.json')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace(/next (build|dev)/g, 'next $1 --webpack'))
  },
})
