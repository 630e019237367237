export { Notices } from './part.ts'
export type { NoticeText } from './text.ts'
