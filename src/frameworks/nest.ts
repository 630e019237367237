import {
  type ArgumentsHost,
  type CanActivate,
  Catch,
  type CustomDecorator,
  createParamDecorator,
  type ExceptionFilter,
  type ExecutionContext,
  HttpException,
  Inject,
  Injectable,
  Module,
  type NestModule,
  SetMetadata,
  type Type,
} from '@nestjs/common'
import { APP_FILTER, HttpAdapterHost, Reflector } from '@nestjs/core'
import type { AuthInstance, SignInOptions } from '../auth.ts'
import type { Session } from '../types/models.ts'
import { type ExpressRequest, type ExpressResponse, toExpress } from './express.ts'
import { type FastifyReply, type FastifyRequest, toFastify } from './fastify.ts'
import { type Exchange, exchangeVerbs } from './shared/exchange.ts'
import { fastifyExchange, sendReply } from './shared/fastify-exchange.ts'
import { sendResponse } from './shared/node-response.ts'

/** A request of Nest, which is Express's or Fastify's. */
export type NestRequest = ExpressRequest | FastifyRequest

/** A response of Nest, which is Express's or Fastify's. */
export type NestResponse = ExpressResponse | FastifyReply

/** What Nest cannot tell by itself. */
export interface NestOptions {
  /** Where requests for the sign-in arrive, if that is not `basePath`: behind a proxy that cuts a part of it off. */
  path?: string
}

/** The verbs of a sign-in, as Nest speaks them. */
export interface NestAuth<S extends Session, Id extends string> {
  /**
   * Serves the sign-in at its base path, whatever the global prefix, the body parsers and the guards of the application are.
   *
   * @example
   * \@Module({ imports: [AuthModule] })
   */
  AuthModule: Type<NestModule>
  /**
   * A guard that lets only those through who are signed in. Others are sent to the sign-in page and back afterwards; programs get
   * status 401. What is not HTTP is refused.
   *
   * @example
   * \@Module({ providers: [{ provide: APP_GUARD, useClass: RequireSession }] }) // everywhere
   * \@UseGuards(RequireSession) // one controller or route
   */
  RequireSession: Type<CanActivate>
  /**
   * Opens a controller or a route that `RequireSession` would guard.
   *
   * @example
   * \@Public() @Get() home() {}
   */
  Public(): CustomDecorator
  /**
   * The session of whoever sent the request; null where nobody is signed in and no guard has run. A session that is due is renewed in the
   * response.
   *
   * @example
   * \@Get('me') me(@CurrentSession() session: Session) {}
   */
  CurrentSession(): ParameterDecorator
  /**
   * Who sent this request? A session that is due is renewed in the response.
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
  signOut(
    req: NestRequest,
    res: NestResponse,
    options?: { callbackUrl?: string; provider?: string },
  ): Promise<void>
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
  const isPublic = 'portico.public'

  class AuthModule implements NestModule {
    readonly #host: HttpAdapterHost

    constructor(host: HttpAdapterHost) {
      this.#host = host
    }

    /** Before the routes of the application, and past its prefix and guards. */
    configure(): void {
      const { httpAdapter } = this.#host
      if (httpAdapter.getType() === 'fastify') {
        httpAdapter.getInstance().register(toFastify(auth).handler, { prefix: path })
      } else httpAdapter.use(path, toExpress(auth).handler)
    }
  }
  Inject(HttpAdapterHost)(AuthModule, undefined, 0)
  Module({ providers: [{ provide: APP_FILTER, useClass: RefusedFilter }] })(AuthModule)

  class RequireSession implements CanActivate {
    readonly #reflector = new Reflector()

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const targets = [context.getHandler(), context.getClass()]
      if (this.#reflector.getAllAndOverride<boolean>(isPublic, targets)) return true
      if (context.getType() !== 'http') return false
      const refusal = await verbs.guard(exchangeOf(context))
      if (refusal) throw new Refused(refusal)
      return true
    }
  }
  Injectable()(RequireSession)

  const CurrentSession = createParamDecorator((_data: unknown, context: ExecutionContext) => {
    const current = exchangeOf(context)
    return verbs.guarded(current.incoming) ?? verbs.session(current)
  })

  return {
    AuthModule,
    RequireSession,
    Public: () => SetMetadata(isPublic, true),
    CurrentSession: () => CurrentSession(),
    session: (req, res) => verbs.session(exchange(req, res)),
    signIn: async (req, res, provider, options) =>
      send(res, await verbs.signIn(exchange(req, res), provider, options)),
    signOut: async (req, res, options) =>
      send(res, await verbs.signOut(exchange(req, res), options)),
  }
}

/** Somebody who is not signed in. Where a filter of the application catches this, it is a 401 like any other. */
class Refused extends HttpException {
  readonly answer: Response

  constructor(answer: Response) {
    super({ error: 'SessionRequired' }, 401)
    this.answer = answer
  }
}

class RefusedFilter implements ExceptionFilter<Refused> {
  async catch({ answer }: Refused, host: ArgumentsHost): Promise<void> {
    await send(host.switchToHttp().getResponse(), answer)
  }
}
Catch(Refused)(RefusedFilter)

function exchangeOf(context: ExecutionContext): Exchange {
  const http = context.switchToHttp()
  return exchange(http.getRequest(), http.getResponse())
}

function exchange(req: NestRequest, res: NestResponse): Exchange {
  if ('raw' in req && 'sent' in res) return fastifyExchange(req, res)
  if ('raw' in req || 'sent' in res) throw new TypeError('Request and response belong together')
  return { incoming: req, address: req.ip, headers: res }
}

async function send(res: NestResponse, response: Response): Promise<void> {
  if ('sent' in res) await sendReply(res, response)
  else await sendResponse(response, res)
}
