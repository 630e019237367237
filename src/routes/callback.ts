import { finishSignIn } from '../actions/finish-sign-in.ts'
import type { Context } from '../context.ts'
import { loadMethod } from '../methods/load.ts'
import { notAllowed, type Route, requestedProvider, withoutBody } from '../route.ts'

/** `GET|POST /callback/:provider`: a method finishes, and somebody is signed in. */
export const callback: Route = {
  provider: { GET: finishSignIn, POST: finishSignIn, HEAD: withoutBody(preview) },
}

/** HEAD never completes a sign-in. */
async function preview(context: Context): Promise<Response> {
  const provider = requestedProvider(context)
  const method = await loadMethod(provider)
  if (method.preview) return method.preview(context, provider)
  throw notAllowed('HEAD', { GET: finishSignIn, POST: finishSignIn })
}
