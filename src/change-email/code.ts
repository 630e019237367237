import type { PartCode } from '../methods/part-code.ts'
import type { ChangeEmailCalls } from '../types/change-email.ts'
import { accountSection } from './account-section.ts'
import { emailCalls } from './calls.ts'
import { answerChange } from './path.ts'
import { answerRestore } from './restore-path.ts'

/** New addresses. */
export const changeEmail: PartCode<undefined, ChangeEmailCalls> = {
  accountSection,
  calls: emailCalls,
  pathHandlers: {
    'change-email': (context, _provider, reader) => answerChange(context, reader),
    'restore-email': (context) => answerRestore(context),
  },
}
