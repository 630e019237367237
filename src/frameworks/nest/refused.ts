import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common'
import { send } from './http-exchange.ts'

/** Somebody who is not signed in. Where a filter of the application catches this, it is a 401 like any other. */
export class Refused extends HttpException {
  readonly answer: Response

  constructor(answer: Response) {
    super({ error: 'SessionRequired' }, 401)
    this.answer = answer
  }
}

export class RefusedFilter implements ExceptionFilter<Refused> {
  async catch({ answer }: Refused, host: ArgumentsHost): Promise<void> {
    await send(host.switchToHttp().getResponse(), answer)
  }
}
Catch(Refused)(RefusedFilter)
