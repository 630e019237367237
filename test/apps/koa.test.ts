import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Application } from './application.ts'
import { story } from './story.ts'

const koa: Application = { example: 'koa', bodyParser: true }

await story({ ...koa, name: 'Koa 3' })

await story({
  ...koa,
  name: 'Koa 2, behind a body parser',
  modes: ['production'],
  versions: { koa: '2.16.4', '@types/koa': '2.15.2' },
  async edit(folder) {
    const file = join(folder, 'server.ts')
    const text = await readFile(file, 'utf8')
    const edited = text.replace(
      'const app = new Koa()\n',
      'const app = new Koa().use(bodyParser())\n',
    )
    if (edited === text) throw new Error(`${file} makes its application in another way`)
    await writeFile(file, edited)
  },
})
