import type { AuthError } from '../errors.ts'
import type { Logger } from '../types/config.ts'
import { reasonFor } from './causes.ts'

/** A logger with every method; those that the application did not replace write to the console. */
export function createLogger(own: Partial<Logger> | undefined, debug: boolean): Logger {
  return {
    error: safely(
      own?.error?.bind?.(own) ?? ((error) => console.error(`[portico] ${describe(error)}`)),
    ),
    warn: inOneLine(own?.warn?.bind?.(own) ?? ((line) => console.warn(`[portico] ${line}`))),
    debug: debug
      ? inOneLine(own?.debug?.bind?.(own) ?? ((line) => console.debug(`[portico] ${line}`)))
      : () => {},
  }
}

function inOneLine(write: (line: string) => void): (message: string) => void {
  return safely((message) => write(oneLine(message)))
}

/** A log that cannot be written must not keep anybody from signing in. */
function safely<T>(write: (what: T) => void): (what: T) => void {
  return (what) => {
    try {
      write(what)
    } catch {}
  }
}

/**
 * An error in one line: code, message, the platform's answer, the hint, and the place in the guide. Each of several problems has a line of
 * its own, and so has text to paste from a hint.
 */
export function describe(error: AuthError): string {
  const guide = `node_modules/porticojs/docs/errors.md#${error.code.toLowerCase()}`
  if (error.code === 'Configuration' && error.cause instanceof AggregateError) {
    return inLines(`${error.code}: ${error.message}\n${guide}`)
  }
  const platform = error.platform ? ` Platform: ${JSON.stringify(error.platform)}.` : ''
  const why = reasonFor(error.cause)
  // An unexpected error has its cause's message, which may quote anything.
  const message = (error.code === 'Internal' && why) || error.message
  // A database error's message already has its cause. Every message includes an empty cause.
  const cause = message.includes(why) ? '' : ` Cause: ${why}.`
  const place = error.provider ? ` (${error.provider})` : ''
  const said = oneLine(`${message.replace(/\.$/, '')}.${platform}${cause}`)
  return inLines(`${error.code}${place}: ${said} → ${error.hint} ${guide}`)
}

function inLines(text: string): string {
  return text.split('\n').map(oneLine).join('\n  ')
}

/** Foreign text must not be able to start a new log line or colour the terminal. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
