import type { NextRequest } from 'next/server'
import { proxy as renew } from '@/auth'

export async function proxy(request: NextRequest) {
  const response = await renew(request)
  response.headers.set('x-frame-options', 'DENY')
  return response
}
