import { Inject, Module, type NestModule, type Type } from '@nestjs/common'
import { APP_FILTER, HttpAdapterHost } from '@nestjs/core'
import type { AuthInstance } from '../../instance/auth-instance.ts'
import { toExpress } from '../express.ts'
import { toFastify } from '../fastify.ts'
import { RefusedFilter } from './refused.ts'

/** Serves the sign-in before the routes of the application, without its prefix and guards. */
export function authModule(auth: AuthInstance, path: string): Type<NestModule> {
  class AuthModule implements NestModule {
    readonly #host: HttpAdapterHost

    constructor(host: HttpAdapterHost) {
      this.#host = host
    }

    configure(): void {
      const { httpAdapter } = this.#host
      if (httpAdapter.getType() === 'fastify') {
        httpAdapter.getInstance().register(toFastify(auth).handler, { prefix: path })
      } else httpAdapter.use(path, toExpress(auth).handler)
    }
  }
  Inject(HttpAdapterHost)(AuthModule, undefined, 0)
  Module({ providers: [{ provide: APP_FILTER, useClass: RefusedFilter }] })(AuthModule)
  return AuthModule
}
