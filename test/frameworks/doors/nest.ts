import 'reflect-metadata'
import type { RequestListener } from 'node:http'
import { All, Controller, Get, Module, Req, Res, type Type, UseGuards } from '@nestjs/common'
import { type AbstractHttpAdapter, NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import { type NestRequest, type NestResponse, toNest } from '../../../src/frameworks/nest.ts'
import type { AuthInstance } from '../../../src/index.ts'
import type { Session } from '../../../src/types/models.ts'
import { calls, guardedText, hello, type OpenDoor, onNode, pathOf } from './door.ts'

/** Decorates a method as TypeScript would, and its parameters. */
export function decorate<C extends object>(
  { prototype }: Type<C>,
  name: keyof C & string,
  decorators: MethodDecorator[],
  parameters: ParameterDecorator[] = [],
): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name) ?? {}
  for (const one of decorators) one(prototype, name, descriptor)
  for (const [index, one] of parameters.entries()) one(prototype, name, index)
}

function application(auth: AuthInstance): Type {
  const { AuthModule, RequireSession, Proven, CurrentSession, session, signIn, signOut } =
    toNest(auth)
  class Pages {
    home(current: Session | null) {
      return hello(current)
    }
    guarded() {
      return guardedText
    }
    proven() {
      return guardedText
    }
    async act(req: NestRequest, res: NestResponse) {
      const path = pathOf('raw' in req ? req.raw : req)
      const call = calls[path]
      if (call) return signIn(req, res, ...call)
      if (path === '/leave') await session(req, res)
      return signOut(req, res)
    }
  }
  decorate(Pages, 'home', [Get('/home')], [CurrentSession()])
  decorate(Pages, 'guarded', [Get('/guarded'), UseGuards(RequireSession)])
  decorate(Pages, 'proven', [Get('/proven'), Proven({ level: 2 }), UseGuards(RequireSession)])
  decorate(Pages, 'act', [All(['/logout', '/leave', ...Object.keys(calls)])], [Req(), Res()])
  Controller()(Pages)
  class AppModule {}
  Module({ imports: [AuthModule], controllers: [Pages] })(AppModule)
  return AppModule
}

async function listener(
  auth: AuthInstance,
  adapter: AbstractHttpAdapter,
): Promise<RequestListener> {
  const app = await NestFactory.create(application(auth), adapter, { logger: false })
  await app.init()
  const instance = adapter.getInstance()
  if (!('routing' in instance)) return instance
  await instance.ready()
  return (req, res) => instance.routing(req, res)
}

/** Nest on Express. */
export const nestOnExpress: OpenDoor = onNode((auth) => listener(auth, new ExpressAdapter()))

/** Nest on Fastify. */
export const nestOnFastify: OpenDoor = onNode((auth) => listener(auth, new FastifyAdapter()))
