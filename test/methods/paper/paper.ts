// A sign-in method that is not ours: a sheet of paper with codes, each good once. It imports what anybody can import,
// the doors `porticojs` and `porticojs/method`.
import type { CustomConfig, Limit } from '../../../src/index.ts'
import { AuthError } from '../../../src/index.ts'
import {
  type Context,
  configError,
  equal,
  type Finding,
  json,
  type Method,
  type MethodPart,
  type ResolvedProvider,
  randomDigits,
  readForm,
  requireRecentSession,
  resolveCallbackUrl,
  sha256,
  signInPageUrl,
  translated,
} from '../../../src/method.ts'

interface Paper extends ResolvedProvider {
  readonly type: 'paper'
  /** How many codes are on a sheet. */
  readonly codes: number
}

/** The hashes of the codes that are left, by user: what a method may keep in a place of its own. */
export const sheets: Map<string, string[]> = new Map()

const text = { name: 'Your name', code: 'A code from your paper', title: 'Codes on paper' }

const method: Method<Paper> = {
  start: async (context) => ({ redirect: signInPageUrl(context) }),

  async finish(context, provider) {
    const form = await readForm(context)
    const name = String(form.name)
    await context.services.consumeLimit('paper', { account: name, request: context.request })
    const callbackUrl = await resolveCallbackUrl(context, form.callbackUrl)
    return {
      finding: await find(context, provider, name, String(form.code)),
      intent: { callbackUrl },
    }
  },

  pathHandlers: { 'print-codes': printCodes },

  view: async (context, { id, name }, say) => ({
    name,
    submit: say.signInWith(name),
    action: `${context.baseUrl}/callback/${id}`,
    inputs: [
      { name: 'name', label: text.name, required: true },
      { name: 'code', label: (await translated(context, 'paper', text)).code },
    ],
  }),

  async accountSection({ baseUrl }, [provider], { id }) {
    const left = sheets.get(id)?.length ?? 0
    return {
      title: text.title,
      none: 'You have no codes.',
      items: left
        ? [
            {
              name: `${left} codes`,
              actions: [
                {
                  label: 'Shred',
                  action: `${baseUrl}/account`,
                  fields: { action: 'remove', provider: provider?.id, key: `paper ${id}` },
                },
              ],
            },
          ]
        : [],
      add: { submit: 'Print codes', action: `${baseUrl}/print-codes/${provider?.id}` },
    }
  },

  waysIn: async (_storage, _provider, userId) =>
    sheets.get(userId)?.length ? [{ key: `paper ${userId}` }] : [],
  remove: async (_storage, _provider, userId) => sheets.delete(userId),
  removeData: async (_storage, _provider, { id }) => sheets.delete(id),
}

async function find(
  { config }: Context,
  provider: Paper,
  userId: string,
  code: string,
): Promise<Finding> {
  const hash = await sha256(`${userId} ${code}`)
  const left = sheets.get(userId) ?? []
  const used = left.find((one) => equal(one, hash))
  const user = used && (await config.storage?.getUser?.(userId))
  if (!user) throw new AuthError('CredentialsSignin', 'The code is not on the paper')
  sheets.set(
    userId,
    left.filter((one) => one !== used),
  )
  return {
    provider,
    proves: 'user',
    providerAccountId: userId,
    user,
    tokens: {},
    kept: {},
    amr: ['otp'],
  }
}

/** `POST /print-codes/paper`: a new sheet for whoever is signed in. */
async function printCodes(context: Context, { codes }: Paper): Promise<Response> {
  await readForm(context)
  const { userId } = await requireRecentSession(context)
  const printed = Array.from({ length: codes }, () => randomDigits(8))
  const hashes = await Promise.all(printed.map((code) => sha256(`${userId} ${code}`)))
  sheets.set(userId, hashes)
  return json({ codes: printed })
}

const plugin: MethodPart<Paper> = {
  name: 'paper',
  configure(written) {
    const { codes = 10 } = written as { codes?: unknown }
    if (typeof codes === 'number' && codes > 0) return { ...written, type: 'paper', codes }
    throw configError('providers.paper.codes', 'A sheet has no codes', 'Write a number.', 'paper')
  },
  options: ['id', 'name', 'type', 'codes', 'method'],
  limits: { paper: { perAccount: 3, perClient: 100, seconds: 900 } },
  paths: { 'print-codes': { methods: ['POST'], provider: 'path' } },
  startsAtCallback: true,
  load: async () => method,
}

declare module '../../../src/index.ts' {
  interface Limits {
    paper: Limit
  }
}

/** Sign in with a code on paper. */
export function OnPaper(options: { codes?: number } = {}): CustomConfig & { codes?: number } {
  return { id: 'paper', name: 'Paper', type: 'paper', method: plugin, ...options }
}
