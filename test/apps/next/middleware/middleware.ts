export { middleware } from '@/auth'

export const config = {
  runtime: 'nodejs',
  matcher: '/((?!_next/static|_next/image|favicon.ico).*)',
}
