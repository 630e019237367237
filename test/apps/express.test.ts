import { story } from './story.ts'

await story({ example: 'express', bodyParser: true })
