// Run by Node, Bun and Deno, in a folder of its own.
import { sqlite } from 'porticojs/storage/sqlite'
import { tell } from './stories.ts'

console.log(JSON.stringify(await tell(() => sqlite('file:./runtime.db'))))
