import type { Notice } from './acts.ts'

/** Every sentence of the notices; `app` is the application's name or host, `provider` the name of the platform. */
export interface NoticeText
  extends Readonly<Record<Notice, (app: string, provider: string) => string>> {
  /** Before the link, in the mail. */
  readonly notYou: string
  /** Instead of a link, for somebody who was deleted. */
  readonly contact: (app: string) => string
  /** The button of the mail, and the title of the page. */
  readonly notMe: string
  readonly question: string
  readonly endSessions: string
  readonly done: string
  readonly doneText: string
  /** The title for whoever opens a link that was used or has expired. */
  readonly old: string
  readonly oldText: string
  readonly signIn: string
}
