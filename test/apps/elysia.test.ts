import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Application } from './application.ts'
import { story } from './story.ts'

const elysia: Application = { example: 'elysia', bodyParser: true }

await story({ ...elysia, name: 'Elysia on Bun' })

await story({
  ...elysia,
  name: 'Elysia on Node',
  modes: ['production'],
  versions: { '@elysiajs/node': '1.4.5' },
  edit(folder) {
    cpSync(join(import.meta.dirname, 'elysia/node'), folder, { recursive: true })
    const file = join(folder, 'package.json')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('bun server.ts', 'node server.ts'))
  },
})
