import { story } from './story.ts'

await story({ example: 'hono', bodyParser: true })
