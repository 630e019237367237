import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Application } from './application.ts'
import { story } from './story.ts'

const nest: Application = {
  example: 'nest',
  bodyParser: true,
  authFile: 'src/auth.ts',
}

/** The same application on the other platform. */
async function onFastify(folder: string): Promise<void> {
  const file = join(folder, 'src/main.ts')
  const text = await readFile(file, 'utf8')
  const edited = text.replace('create(AppModule)', 'create(AppModule, new FastifyAdapter())')
  if (edited === text) throw new Error(`${file} makes its application in another way`)
  await writeFile(file, `import { FastifyAdapter } from '@nestjs/platform-fastify'\n${edited}`)
}

await story({ ...nest, name: 'Nest 12 on Express' })

const eleven: Application = {
  ...nest,
  modes: ['production'],
  versions: {
    '@nestjs/common': '11.2.9',
    '@nestjs/core': '11.2.9',
    '@nestjs/platform-express': '11.2.9',
    '@nestjs/platform-fastify': '11.2.8',
    '@nestjs/cli': '11.0.24',
  },
}

// Version 12 on Fastify is met in `test/frameworks/nest.test.ts`.
await story({ ...eleven, name: 'Nest 11 on Express' })
await story({ ...eleven, name: 'Nest 11 on Fastify', edit: onFastify })
