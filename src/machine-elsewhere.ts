import type { Practice } from './config/practice.ts'

export { open as openDatabase } from './storage/open-elsewhere.ts'

/** Nothing is made up where there are no files and ports. */
export function completion(): undefined {}

/** So nobody has to hear of everything that is missing. */
export const practiceToCome: Practice = {}

/** What watches is installed beside the application, where there are files. */
export function openInspector(): undefined {}
