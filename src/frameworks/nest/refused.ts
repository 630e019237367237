import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common'
import { send } from './http-exchange.ts'

const codes: Readonly<Record<number, string>> = {
  401: 'SessionRequired',
  403: 'RecentSignInRequired',
  503: 'StorageError',
}

/** The exception of a refused request. To a filter of the application it is an ordinary 401, 403 or 503. */
export class Refused extends HttpException {
  readonly answer: Response

  constructor(answer: Response) {
    // Browsers are redirected, which is no status for an exception.
    const status = answer.status in codes ? answer.status : 401
    super({ error: codes[status] }, status)
    this.answer = answer
  }
}

export class RefusedFilter implements ExceptionFilter<Refused> {
  async catch({ answer }: Refused, host: ArgumentsHost): Promise<void> {
    await send(host.switchToHttp().getResponse(), answer)
  }
}
Catch(Refused)(RefusedFilter)
