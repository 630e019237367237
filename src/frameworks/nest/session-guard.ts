import {
  type CanActivate,
  type CustomDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  type Type,
} from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import type { Session } from '../../types/models.ts'
import type { GuardOptions } from '../shared/guard-options.ts'
import type { ExchangeVerbs } from '../shared/http-exchange.ts'
import { contextExchange } from './http-exchange.ts'
import { Refused } from './refused.ts'

const isPublic = 'portico.public'
const proven = 'portico.proven'

/** The guard, and the decorators that configure it. */
interface SessionGuard {
  RequireSession: Type<CanActivate>
  Public(): CustomDecorator
  Proven(options: GuardOptions): CustomDecorator
}

export function sessionGuard<S extends Session>(verbs: ExchangeVerbs<S>): SessionGuard {
  class RequireSession implements CanActivate {
    readonly #reflector = new Reflector()

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const targets = [context.getHandler(), context.getClass()]
      if (this.#reflector.getAllAndOverride<boolean>(isPublic, targets)) return true
      if (context.getType() !== 'http') return false
      const options = this.#reflector.getAllAndOverride<GuardOptions | undefined>(proven, targets)
      const refusal = await verbs.guard(contextExchange(context), options)
      if (refusal) throw new Refused(refusal)
      return true
    }
  }
  Injectable()(RequireSession)
  return {
    RequireSession,
    Public: () => SetMetadata(isPublic, true),
    Proven: (options) => SetMetadata(proven, options),
  }
}
