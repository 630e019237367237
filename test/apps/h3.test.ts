import { story } from './story.ts'

await story({ example: 'h3', name: 'h3 2', bodyParser: true })
