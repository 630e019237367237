import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('dashboard', 'routes/dashboard.tsx'),
  route('login', 'routes/login.ts'),
  route('logout', 'routes/logout.ts'),
  route('api/me', 'routes/me.ts'),
  route('api/auth/*', 'routes/auth.ts'),
] satisfies RouteConfig
