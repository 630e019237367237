import { story } from './story.ts'

/** The development server answers its own scripts only under the name that it was started with. */
const args = () => ['--hostname', '127.0.0.1']

await story({ example: 'next', name: 'Next 16, Turbopack', args })
