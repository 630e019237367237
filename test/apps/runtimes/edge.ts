// Run by the Edge runtime, which has no database of its own: what is said about a SQLite file is told.
import { sqlite } from 'porticojs/storage/sqlite'
import { tell } from './stories.ts'

Object.assign(globalThis, { told: tell(() => sqlite('file:./runtime.db')) })
