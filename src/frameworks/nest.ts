import {
  type CanActivate,
  type CustomDecorator,
  createParamDecorator,
  type ExecutionContext,
  type NestModule,
  type Type,
} from '@nestjs/common'
import type { AuthInstance, SignInOptions, SignOutOptions } from '../instance/auth-instance.ts'
import type { Session } from '../types/models.ts'
import { authModule } from './nest/auth-module.ts'
import {
  contextExchange,
  type NestRequest,
  type NestResponse,
  nestExchange,
  send,
} from './nest/http-exchange.ts'
import { Refused } from './nest/refused.ts'
import { sessionGuard } from './nest/session-guard.ts'
import { authErrorResponse } from './shared/auth-error-response.ts'
import type { GuardOptions } from './shared/guard-options.ts'
import { exchangeVerbs } from './shared/http-exchange.ts'

export type { NestRequest, NestResponse } from './nest/http-exchange.ts'

/** Options for things that Nest cannot tell by itself. */
export interface NestOptions {
  /** The path at which requests for the sign-in arrive, if a proxy cuts off a part of `basePath`. */
  path?: string
}

/** The functions of a sign-in for Nest. */
export interface NestAuth<S extends Session, Id extends string> {
  /**
   * Serves the sign-in at its base path, whatever the global prefix, the body parsers and the guards of the application are.
   *
   * @example
   * \@Module({ imports: [AuthModule] })
   */
  AuthModule: Type<NestModule>
  /**
   * A guard that lets only signed-in visitors through. Others are sent to the sign-in page and back afterwards; programs get status 401.
   * Requests other than HTTP are refused.
   *
   * @example
   * \@Module({ providers: [{ provide: APP_GUARD, useClass: RequireSession }] }) // everywhere
   * \@UseGuards(RequireSession) // one controller or route
   */
  RequireSession: Type<CanActivate>
  /**
   * Adds demands to `RequireSession` at a controller or a route.
   *
   * @example
   * \@Proven({ level: 2 }) @Post('pay') pay() {}
   */
  Proven(options: GuardOptions): CustomDecorator
  /**
   * Exempts a controller or a route from `RequireSession`.
   *
   * @example
   * \@Public() @Get() home() {}
   */
  Public(): CustomDecorator
  /**
   * The session of the request; null if nobody is signed in and no guard has run. A session that is due is renewed in the response.
   *
   * @example
   * \@Get('me') me(@CurrentSession() session: Session) {}
   */
  CurrentSession(): ParameterDecorator
  /**
   * The session, or null if nobody is signed in. A session that is due is renewed in the response.
   *
   * @example
   * const user = (await session(req, res))?.user
   */
  session(req: NestRequest, res: NestResponse): Promise<S | null>
  /**
   * Starts a sign-in and answers the request. Without a provider, the person is sent to the sign-in page.
   *
   * @example
   * \@Post('login') login(@Req() req: Request, @Res() res: Response) {
   *   return signIn(req, res, 'tiktok')
   * }
   */
  signIn(
    req: NestRequest,
    res: NestResponse,
    provider?: Id | (string & {}),
    options?: SignInOptions,
  ): Promise<void>
  /**
   * Signs out and answers the request.
   *
   * @example
   * \@Post('logout') logout(@Req() req: Request, @Res() res: Response) {
   *   return signOut(req, res)
   * }
   */
  signOut(req: NestRequest, res: NestResponse, options?: SignOutOptions): Promise<void>
}

/**
 * The sign-in of a Nest application, on Express or Fastify.
 *
 * @example
 * export const { AuthModule, RequireSession, Public, CurrentSession, signIn, signOut } = toNest(auth)
 */
export function toNest<S extends Session, Id extends string>(
  auth: AuthInstance<S, Id>,
  { path = auth.basePath }: NestOptions = {},
): NestAuth<S, Id> {
  const verbs = exchangeVerbs(auth)

  const CurrentSession = createParamDecorator((_data: unknown, context: ExecutionContext) => {
    const exchange = contextExchange(context)
    const reading = () =>
      verbs.session(exchange).catch((error: unknown) => {
        throw new Refused(authErrorResponse(error, exchange.source))
      })
    return verbs.guarded(exchange.source) ?? reading()
  })

  return {
    AuthModule: authModule(auth, path),
    ...sessionGuard(verbs),
    CurrentSession: () => CurrentSession(),
    session: (req, res) => verbs.session(nestExchange(req, res)),
    signIn: async (req, res, provider, options) =>
      send(res, await verbs.signIn(nestExchange(req, res), provider, options)),
    signOut: async (req, res, options) =>
      send(res, await verbs.signOut(nestExchange(req, res), options)),
  }
}
