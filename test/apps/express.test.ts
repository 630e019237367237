import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Application } from './application.ts'
import { story } from './story.ts'

const express: Application = { example: 'express', bodyParser: true }

/** What many applications have before everything else. */
const before = `
app.use(express.json(), express.urlencoded({ extended: true }))
app.use(expressSession({ secret: 'of another session', resave: false, saveUninitialized: true }))
`

await story({ ...express, name: 'Express 5' })

await story({
  ...express,
  name: 'Express 4, behind body parsers and express-session',
  modes: ['production'],
  versions: {
    express: '4.22.3',
    '@types/express': '4.17.25',
    'express-session': '1.19.0',
    '@types/express-session': '1.19.0',
  },
  async edit(folder) {
    const file = join(folder, 'server.ts')
    const text = await readFile(file, 'utf8')
    const edited = text.replace('const app = express()\n', `const app = express()\n${before}`)
    if (edited === text) throw new Error(`${file} makes its application in another way`)
    await writeFile(file, `import expressSession from 'express-session'\n${edited}`)
  },
})
