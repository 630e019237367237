import type { App } from '../app.ts'
import type { Part as ConfiguredPart, ResolvedProvider } from '../config/part.ts'
import type { Context } from '../context.ts'
import type { AuthError } from '../errors.ts'
import type { Body } from '../http/body.ts'
import type { Html } from '../pages/html.ts'
import type { ReadBearer } from '../sessions/bearer.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { Sessions } from '../sessions/session.ts'
import type { Told } from '../types/happening.ts'
import type { PageText } from '../types/language.ts'
import type { Awaitable, Level, User } from '../types/models.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import type { AccountSection, FormView } from '../types/views.ts'

/** Somebody who is about to be signed in: all that was to be proven was, unless a part asks for more. */
export interface StepCandidate {
  /** The user as stored, or as the method found them, if nothing is stored of them yet. */
  readonly user: User
  readonly isNewUser: boolean
  /** True if they are the first to prove the user's address: what an earlier claimant left, such as a second factor, goes before their step. */
  readonly takesOver: boolean
  /** The provider that they came by. */
  readonly provider: string
  /** The methods of their proof. */
  readonly amr: readonly string[]
}

/** A page to visit before there is a session. */
export interface NextStep {
  /** Its path or address. */
  readonly url: string
  /** The reason, for the developer: `debug` and the inspector show it. It names no secret. */
  readonly why: string
}

/** A finding, as far as a part judges it. */
export interface FoundWay {
  readonly provider: ResolvedProvider
  readonly providerAccountId: string
  /** False: it signs in a user who has the account already. */
  readonly mayCreate?: boolean
  readonly amr?: readonly string[]
}

/** The answer of a path whose visitor took the step that the part had asked for. */
export interface PassedStep {
  readonly passed: true
  /** The methods of the proof, in the words of RFC 8176, if anything was proven. */
  readonly amr?: readonly string[]
  /** Set if it was proven in a session, which begins anew with this proof, and not in a sign-in. */
  readonly raises?: RaisedSession
  /** Work to do after the sign-in, which may have ended everything of before. */
  afterwards?(): Promise<void>
}

/** A session in which more was proven than before. */
export interface RaisedSession {
  /** The address to go on to. */
  readonly url: string
  /** True if the proof is as good as a new sign-in: the session counts as recent again. */
  readonly isRecent: boolean
}

/** Something that must pass the gate first. */
export interface GateAttempt {
  /** The name of what is attempted: `mail`, `credentials`, `signUp`, or one of a part's own. A token is good for one of them. */
  readonly action: string
  /** The fields that came with it; `gateToken` among them. */
  readonly body: Body
  /** The provider's id, if it belongs to one. */
  readonly provider?: string | undefined
  /** The address or the account's name that is meant, if there is one. */
  readonly account?: string | undefined
}

/** The markup that a gate adds to a form of the built-in pages. */
export type GateForm = Pick<FormView, 'data' | 'script' | 'scriptOrigin' | 'noScript'>

/** The provisional user of a browser in which somebody proves who they are. */
export interface Promotion {
  readonly userId: string
  /** Asks, inside the transaction of the sign-in and under the user's lock, whether they still are provisional. */
  begin(inside: Storage): Promise<ProvisionalUser | undefined>
  /** Tells what became of them, once it is certain. */
  tell(): Promise<unknown>
}

/** A user whose place is about to be taken. */
export interface ProvisionalUser {
  readonly user: StoredUser
  /** Ends the provisional user, in the same transaction: they became `user`, or give way to them. Returns the user as they are now. */
  end<Signed extends { id: string }>(user: Signed): Promise<Signed | StoredUser>
}

/** The actions of forms on the account page, by the value of `action`. */
export type AccountActions<P> = Readonly<
  Record<
    string,
    (context: Context, provider: P, form: Body, reader: SessionReader) => Promise<unknown>
  >
>

/**
 * The code of a part, loaded when somebody uses it. `P` is a provider as `configure()` made it; a part that is no method has none.
 * `Calls` are the namespaces that it adds to `auth`.
 */
export interface PartCode<P = undefined, Calls extends object = object> {
  /** The handlers of its paths. */
  readonly pathHandlers?: Readonly<
    Record<
      string,
      (context: Context, provider: P, reader: SessionReader) => Promise<Response | PassedStep>
    >
  >
  /** Its calls, for one configuration. */
  calls?(reader: SessionReader): Calls
  /** The page that the person must visit before they have a session; undefined if nothing is left to do. */
  nextStep?(context: Context, candidate: StepCandidate): Awaitable<NextStep | string | undefined>
  /**
   * Returns what a finding of a method proves about the user who must take its step, in the words of RFC 8176; undefined if it proves
   * nothing, and is a sign-in of its own.
   */
  takeFinding?(
    context: Context,
    finding: FoundWay,
    user: { id: string },
  ): Awaitable<readonly string[] | undefined>
  /**
   * The path or address of a page where the user of a session proves more. Level 2: wherever that is needed, even if all it says is that
   * the user has nothing to prove it by. Otherwise undefined for whoever has no more than they came in with.
   */
  proveMore?(
    app: App,
    user: { id: string },
    level: Level | undefined,
  ): Awaitable<string | undefined>
  /** The provisional user of this browser, if there is one; only a part that `promotes` is asked. */
  promotion?(context: Context): Promise<Promotion | undefined>
  /** Lets an attempt pass, or rejects. */
  gate?(context: Context, attempt: GateAttempt): Promise<void>
  /** The markup that the form of an action needs to pass the gate, such as a script that earns a token. */
  gateForm?(context: Context, action: string): Promise<GateForm>
  /**
   * Told of the events that `hears` names, once they are certain. It never stands in their way: what it throws is logged. What takes long
   * goes into `context.waitUntil`; the context of a change that the application's own code made has no visitor.
   */
  happened?(context: Context, told: Told): Promise<unknown>
  /** Its section of the account page, one for all of its providers. */
  accountSection?(
    context: Context,
    providers: readonly P[],
    user: { id: string },
    say: PageText,
  ): Promise<AccountSection | undefined>
  /** Acts on the account page, by the value of `action` in the form. They need a sign-in within the last hour. */
  readonly actions?: AccountActions<P>
  /** Acts that a stolen session may do as well: they neither add nor remove a way in, and take nothing away. */
  readonly harmlessActions?: AccountActions<P>
  /** More of what belongs to a person, for `GET /account` as JSON, by name. */
  overview?(
    context: Context,
    provider: P,
    user: { id: string },
  ): Promise<Readonly<Record<string, unknown>>>
  /**
   * Removes what it keeps elsewhere than in the storage's own tables, when a user is deleted, or an address turns out to be
   * somebody else's.
   */
  removeData?(storage: Storage, provider: P, user: Pick<StoredUser, 'id'>): Promise<unknown>
}

/** A capability that is no way to sign in, as it stands in `parts`: the small part that is loaded at the start, and brings the rest. */
export type Part<Calls extends object = object> = ConfiguredPart<PartCode<undefined, Calls>> & {
  /** Makes a reader of sessions besides those in the session cookie, for one configuration. It is loaded at the start. */
  readonly sessionReader?: (app: App & Pick<SessionReader, 'sessions'>) => ReadBearer
  /**
   * Says why a user may have no session, or nothing. It is asked in the transaction of every sign-in, about the user as they are under the
   * lock, and whenever a bearer is read: it decides by what is stored with the user, and reads nothing.
   */
  readonly refuses?: (app: App, user: Partial<StoredUser>) => AuthError | undefined
  /** Makes markup that stands above the built-in pages. It is asked before every route; most requests it answers at once. */
  readonly bar?: (context: Context, reader: SessionReader) => Promise<Html | undefined>
  /** Wraps our sessions: those which another library began go on, for one configuration. It is loaded at the start. */
  readonly inheritSessions?: (own: Sessions, app: App) => Sessions
}
