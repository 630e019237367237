// The entry point for custom sign-in methods: docs/methods.md shows one.

export { steps } from './actions/load-steps.ts'
export type { PathRule, ResolvedProvider } from './config/part.ts'
export { configError, missingKey } from './config/problems.ts'
export type { ProviderInputs } from './config/provider-inputs.ts'
export type { Context, CurrentSession } from './context.ts'
export { equal } from './crypto/compare.ts'
export { sha256 } from './crypto/hash.ts'
export { random, randomDigits } from './crypto/random.ts'
export type { Body } from './http/body.ts'
export { resolveCallbackUrl } from './http/callback-url.ts'
export { csrfToken, readForm } from './http/csrf.ts'
export { json, leadTo, redirect } from './http/respond.ts'
export { happened } from './identity/happened.ts'
export { deleteItems, hasItems, itemKind } from './identity/item-kinds.ts'
export { type ItemsOfKind, itemsOf, type NewItem } from './identity/items.ts'
export { requireUserId } from './identity/require-user.ts'
export {
  type Flow,
  type FlowOptions,
  flowId,
  flowIntent,
  flowSeconds,
  keepFlow,
  takeFlow,
} from './methods/flow.ts'
export { gatedForm, passGate } from './methods/gate.ts'
export { type Mailer, type MailSender, mailSender } from './methods/mail-sender.ts'
export type {
  Finding,
  FinishResult,
  LinkRequest,
  Method,
  MethodPart,
  Proof,
  SignInIntent,
  StartResult,
  WayIn,
} from './methods/method.ts'
export type {
  AccountActions,
  FoundWay,
  GateAttempt,
  GateForm,
  NextStep,
  Part,
  PartCode,
  PassedStep,
  Promotion,
  ProvisionalUser,
  RaisedSession,
  StepCandidate,
} from './methods/part-code.ts'
export { type PendingSignIn, pendingSignIn } from './methods/pending-sign-in.ts'
export { assertOwnAddress, type ReadyMail, sendMail } from './methods/send-mail.ts'
export { runSignInCallback } from './methods/sign-in-callback.ts'
export { signInPageUrl } from './methods/sign-in-page-url.ts'
export { translated, type Words } from './pages/request-frame.ts'
export { type StepView, showStep } from './pages/step-page.ts'
export type { ReadBearer, SessionDemands } from './sessions/bearer.ts'
export { requireRecentSession } from './sessions/proof.ts'
export type { SessionReader } from './sessions/read-session.ts'
export type { Limit } from './types/config.ts'
export type { OutgoingMail, SendMail } from './types/email.ts'
export type { Happening, Told } from './types/happening.ts'
export type {
  FoundItem,
  Item,
  ItemData,
  ItemKind,
  ItemPage,
  ItemPaging,
  PresentItem,
  StoredItem,
} from './types/item.ts'
export type { CommonText, PageText } from './types/language.ts'
export type {
  AccountItem,
  AccountSection,
  ActionView,
  FieldView,
  FormView,
  HiddenFields,
  SignInView,
} from './types/views.ts'
