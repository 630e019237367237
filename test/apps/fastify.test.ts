import { story } from './story.ts'

await story({ example: 'fastify', name: 'Fastify 5', bodyParser: true })
