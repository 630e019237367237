import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common'
import { send } from './http-exchange.ts'

/** A visitor who is not let in. Where a filter of the application catches this, it is a 401 like any other, or a 503. */
export class Refused extends HttpException {
  readonly answer: Response

  constructor(answer: Response) {
    // People are redirected, which is no status for an error.
    const isDown = answer.status === 503
    super({ error: isDown ? 'StorageError' : 'SessionRequired' }, isDown ? 503 : 401)
    this.answer = answer
  }
}

export class RefusedFilter implements ExceptionFilter<Refused> {
  async catch({ answer }: Refused, host: ArgumentsHost): Promise<void> {
    await send(host.switchToHttp().getResponse(), answer)
  }
}
Catch(Refused)(RefusedFilter)
