export type { NoticeText } from './notice-text.ts'
export { Notices } from './part.ts'
