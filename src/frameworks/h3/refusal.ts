/** An error that h3 takes for its own, in versions 1 and 2: it is an answer, and nothing to be logged. */
export class Refusal extends Error {
  /** How version 1 knows its errors. */
  static readonly __h3_error__ = true
  /** How version 2 does. */
  override readonly name = 'HTTPError'
  readonly status: number
  readonly statusCode: number
  readonly statusMessage = ''
  readonly fatal = false
  readonly unhandled = false
  readonly headers: Headers
  readonly data: { error: string }
  /** The same as a response, for whoever can answer with one: `errorHandler`, and the upgrade of a WebSocket. */
  readonly response: Response

  constructor(code: string, response: Response) {
    super(code)
    this.status = this.statusCode = response.status
    this.headers = response.headers
    this.data = { error: code }
    this.response = response
  }

  toJSON(): { error: string } {
    return this.data
  }
}
