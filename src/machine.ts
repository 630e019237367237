// What takes a machine with files and ports. Bundlers for browsers and workers exchange this file (`browser` in package.json).
export { completion, practiceToCome } from './config/completion.ts'
export { openInspector } from './config/inspection.ts'
export { open as openDatabase } from './storage/open.ts'
