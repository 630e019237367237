import { Body, Controller, Get, Header, Post, Req, Res } from '@nestjs/common'
import type { Session } from 'porticojs'
import type { NestRequest, NestResponse } from 'porticojs/nest'
import { CurrentSession, Public, signIn, signOut } from './auth.js'
import { dashboard, home } from './pages.js'

@Controller()
export class AppController {
  @Public()
  @Get()
  @Header('content-type', 'text/html')
  home(@CurrentSession() session: Session | null) {
    return home(session)
  }

  @Get('dashboard')
  @Header('content-type', 'text/html')
  dashboard(@CurrentSession() session: Session) {
    return dashboard(session)
  }

  @Get('api/me')
  me(@CurrentSession() session: Session) {
    return session
  }

  @Post('api/echo')
  echo(@Body() body: unknown) {
    return body
  }

  @Public()
  @Post('login')
  login(@Req() req: NestRequest, @Res() res: NestResponse) {
    return signIn(req, res, 'tiktok')
  }

  @Public()
  @Post('logout')
  logout(@Req() req: NestRequest, @Res() res: NestResponse) {
    return signOut(req, res)
  }
}
