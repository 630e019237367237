import { defineMiddleware } from 'astro:middleware'

const reading = ['GET', 'HEAD', 'OPTIONS']

export const onRequest = defineMiddleware(({ request, url, isPrerendered }, next) => {
  if (isPrerendered || reading.includes(request.method)) return next()
  const isForm = !request.headers.get('content-type')?.includes('json')
  const isForeign = request.headers.get('origin') !== url.origin
  if (isForm && isForeign && !url.pathname.startsWith('/api/auth/')) {
    return new Response('Forbidden', { status: 403 })
  }
  return next()
})
