import { story } from './story.ts'

await story({ example: 'hono', name: 'Hono', bodyParser: true })
