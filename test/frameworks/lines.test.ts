import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The lines of an example by what they are there for, in the order of the table's columns. */
interface Lines {
  mount: string[]
  read: string[]
  guard: string[]
  signIn: string[]
  signOut: string[]
  /** Empty where it happens with the read, the guard or the mount. */
  renew: string[]
}

/** The page, route, loader or form that a line stands in is not counted: it would be there without a sign-in, too. */
const examples: Record<string, Lines> = {
  express: {
    mount: ["app.use('/api/auth', handler)"],
    read: ['res.send(home(await session(req, res)))'],
    guard: ["app.get('/dashboard', requireSession, (_req, res) => {"],
    signIn: ["app.post('/login', (req, res) => signIn(req, res, 'tiktok'))"],
    signOut: ["app.post('/logout', (req, res) => signOut(req, res))"],
    renew: [],
  },
  hono: {
    mount: ["app.all('/api/auth/*', handler)"],
    read: ["app.get('/', async (c) => c.html(home(await session(c))))"],
    guard: ["app.get('/dashboard', requireSession, (c) => c.html(dashboard(c.var.session)))"],
    signIn: ["app.post('/login', (c) => signIn(c, 'tiktok'))"],
    signOut: ["app.post('/logout', (c) => signOut(c))"],
    renew: [],
  },
  fastify: {
    mount: ["app.register(handler, { prefix: '/api/auth' })"],
    read: ["reply.type('text/html').send(home(await session(request, reply)))"],
    guard: ["app.get('/dashboard', { preHandler: requireSession }, (request, reply) => {"],
    signIn: ["app.post('/login', (request, reply) => signIn(request, reply, 'tiktok'))"],
    signOut: ["app.post('/logout', (request, reply) => signOut(request, reply))"],
    renew: [],
  },
  koa: {
    mount: ["router.all('/api/auth/*path', handler)"],
    read: ['ctx.body = home(await session(ctx))'],
    guard: ["router.get('/dashboard', requireSession, (ctx) => {"],
    signIn: ["router.post('/login', (ctx) => signIn(ctx, 'tiktok'))"],
    signOut: ["router.post('/logout', (ctx) => signOut(ctx))"],
    renew: [],
  },
  nest: {
    mount: ['imports: [AuthModule],'],
    read: ['home(@CurrentSession() session: Session | null) {'],
    guard: ['providers: [{ provide: APP_GUARD, useClass: RequireSession }],'],
    signIn: ["return signIn(req, res, 'tiktok')"],
    signOut: ['return signOut(req, res)'],
    renew: [],
  },
  elysia: {
    mount: [".all('/api/auth/*', handler, { parse: 'none' })"],
    read: [".get('/', async (context) => home(await session(context)))"],
    guard: [
      '.macro({ requireSession })',
      ".get('/dashboard', ({ session }) => dashboard(session), { requireSession: true })",
    ],
    signIn: [".post('/login', (context) => signIn(context, 'tiktok'))"],
    signOut: [".post('/logout', (context) => signOut(context))"],
    renew: [],
  },
  next: {
    mount: ["export { GET, OPTIONS, POST } from '@/auth'"],
    read: ['const user = (await session())?.user'],
    guard: ['const { user } = await requireSession()'],
    signIn: ["await signIn('tiktok')"],
    signOut: ['await signOut()'],
    renew: ["export { proxy } from '@/auth'"],
  },
  sveltekit: {
    mount: ["export { handle } from '#lib/server/auth.ts'"],
    read: ['export const load: LayoutServerLoad = ({ locals }) => ({ session: locals.session })'],
    guard: ['const { user } = await requireSession(event)'],
    signIn: ['export const actions = { signIn, signOut }'],
    signOut: ['export const actions = { signIn, signOut }'],
    renew: [],
  },
  astro: {
    mount: ['integrations: [portico()],'],
    read: ['const { session } = Astro.locals'],
    guard: ['const { user } = await requireSession(Astro)'],
    signIn: ["export const POST: APIRoute = (context) => signIn(context, 'tiktok')"],
    signOut: ['export const POST: APIRoute = (context) => signOut(context)'],
    renew: [],
  },
  'react-router': {
    mount: [
      "route('api/auth/*', 'routes/auth.ts'),",
      "export { action, loader } from '../auth.server'",
    ],
    read: ['return { session: context.get(sessionContext) }'],
    guard: ['const { user } = await requireSession(args)'],
    signIn: ["export const action = (args: Route.ActionArgs) => signIn(args, 'tiktok')"],
    signOut: ['export const action = (args: Route.ActionArgs) => signOut(args)'],
    renew: ["export { middleware } from './auth.server'"],
  },
  nuxt: {
    mount: ["modules: ['porticojs/nuxt'],"],
    read: ['const state = useSession()'],
    guard: ["definePageMeta({ middleware: 'signed-in' })"],
    signIn: ["export default defineEventHandler((event) => signIn(event, 'tiktok'))"],
    signOut: ['export default defineEventHandler((event) => signOut(event))'],
    renew: [],
  },
  h3: {
    mount: ["app.all('/api/auth/**', handler)"],
    read: ["app.get('/', async (event) => home(await session(event)))"],
    guard: ["app.get('/dashboard', async (event) => dashboard(await requireSession(event)))"],
    signIn: ["app.post('/login', (event) => signIn(event, 'tiktok'))"],
    signOut: ["app.post('/logout', (event) => signOut(event))"],
    renew: [],
  },
  'tanstack-start': {
    mount: ["export const Route = createFileRoute('/api/auth/$')({ server: { handlers } })"],
    read: [
      'export const currentSession = createServerFn().handler(() => session())',
      'loader: () => currentSession(),',
    ],
    guard: [
      '.validator((page: string) => page)',
      'const { user } = await requireSession({ callbackUrl: data })',
    ],
    signIn: ["server: { handlers: { POST: () => signIn('tiktok') } },"],
    signOut: ['server: { handlers: { POST: () => signOut() } },'],
    renew: [],
  },
  'solid-start': {
    mount: ["export { GET, OPTIONS, POST } from '../../../auth'"],
    read: [
      'export const currentSession = query(async () => {',
      "'use server'",
      'return session()',
      "}, 'session')",
      'const session = createAsync(() => currentSession(), { deferStream: true })',
    ],
    guard: [
      'const { pathname, search } = useLocation()',
      'const { user } = await requireSession({ callbackUrl: page })',
    ],
    signIn: ["export const POST = () => signIn('tiktok')"],
    signOut: ['export const POST = () => signOut()'],
    renew: [],
  },
  workers: {
    mount: ["if (pathname.startsWith('/api/auth/')) return handler(request, env, ctx)"],
    read: [
      'return new Response(home(await session(request, { env, response: headers })), { headers })',
    ],
    guard: ['const showDashboard = requireSession('],
    signIn: ["return signIn(request, 'tiktok', { env })"],
    signOut: ['return signOut(request, { env })'],
    renew: [],
  },
}

/** The rows of the table, by the guide that they link to, and the numbers of Portico in each. */
function rows(): Map<string, string[]> {
  const found = read('docs/compare/frameworks.md').matchAll(
    /^\| \[[^\]]+\]\((?:.*\/)?([\w-]+)\.md\) \|(.*)\|$/gm,
  )
  return new Map(
    Array.from(found, ([, name = '', cells = '']) => [
      name,
      cells.split('|').map((cell) => cell.trim().split(' / ')[0] ?? ''),
    ]),
  )
}

test.each(Object.entries(examples))(
  '%s: each number of its row is seen in the example',
  (name, lines) => {
    const files = globSync(`examples/${name}/**/*.{ts,tsx,mjs,vue,astro,svelte}`, { cwd: root })
    const written = files.flatMap((file) => read(file).split('\n')).map((line) => line.trim())
    for (const line of Object.values(lines).flat()) expect(written).toContain(line)
    const { mount, read: reads, guard, signIn, signOut, renew } = lines
    expect(signOut).toHaveLength(signIn.length)
    const numbers = [mount, reads, guard, signIn, renew].map(({ length }) => String(length))
    expect(rows().get(name)).toEqual(numbers)
  },
)

test('every row of the table is counted, and every framework is named in the README', () => {
  expect([...rows().keys()].sort()).toEqual(Object.keys(examples).sort())
  for (const name of Object.keys(examples)) {
    expect(read('README.md')).toContain(`(docs/frameworks/${name}.md)`)
  }
})
