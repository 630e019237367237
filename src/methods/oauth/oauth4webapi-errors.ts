import {
  AuthorizationResponseError,
  OperationProcessingError,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import { AuthError } from '../../errors.ts'
import { platformError } from './platform-response.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** Runs a step that uses the OAuth library; its errors become ours, with what the platform said kept. */
export async function translated<T>(
  provider: ResolvedOAuth,
  step: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw translate(provider, step, thrown)
  }
}

function translate(provider: ResolvedOAuth, step: string, thrown: unknown): unknown {
  if (thrown instanceof AuthError) return thrown
  if (thrown instanceof ResponseBodyError || thrown instanceof AuthorizationResponseError) {
    const status = thrown instanceof ResponseBodyError ? thrown.status : undefined
    const { error, error_description: description } = thrown
    return platformError(provider, step, status, { error, ...(description && { description }) })
  }
  if (thrown instanceof WWWAuthenticateChallengeError) {
    const error = thrown.cause[0]?.parameters.error ?? 'invalid_token'
    return platformError(provider, step, thrown.status, { error })
  }
  if (thrown instanceof OperationProcessingError || thrown instanceof UnsupportedOperationError) {
    return new AuthError('CheckFailed', `${provider.name}, ${step}: ${thrown.message}`, {
      provider: provider.id,
      hint: thrown.code && `The OAuth library says ${thrown.code}.`,
      // Its own cause may hold the answer with the tokens in it.
      cause: new Error(thrown.message),
    })
  }
  return thrown
}
