import { Module } from '@nestjs/common'
import { APP_GUARD } from '@nestjs/core'
import { AppController } from './app.controller.js'
import { AuthModule, RequireSession } from './auth.js'

@Module({
  imports: [AuthModule],
  controllers: [AppController],
  providers: [{ provide: APP_GUARD, useClass: RequireSession }],
})
export class AppModule {}
