// A sign-in method that is not ours: a sheet of paper with codes, each good once. It imports what anybody can import,
// the doors `porticojs` and `porticojs/method`.
import type { CustomConfig, Limit } from '../../../src/index.ts'
import { AuthError } from '../../../src/index.ts'
import {
  type Context,
  configError,
  deleteItems,
  equal,
  type Finding,
  hasItems,
  itemKind,
  itemsOf,
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

/** A sheet of paper: how many codes are left, and their hashes, which nobody reads who reads the database. One for each user. */
const sheet = itemKind<{ left: number }, string[]>({ part: 'paper', name: 'sheet', sealed: true })

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

  async accountSection(context, [provider], { id }) {
    const { baseUrl } = context
    const found = await itemsOf(context, sheet).find(id)
    // One that cannot be read is there all the same, and can be shredded.
    const left = found.state === 'readable' ? found.item.data.left : 'Unreadable'
    return {
      title: text.title,
      none: 'You have no codes.',
      items:
        found.state !== 'none'
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

  waysIn: async (storage, _provider, userId) =>
    (await hasItems(storage, sheet, userId)) ? [{ key: `paper ${userId}` }] : [],
  remove: (storage, _provider, userId) => deleteItems(storage, sheet, userId),
}

async function find(
  context: Context,
  provider: Paper,
  userId: string,
  code: string,
): Promise<Finding> {
  const user = (await useCode(context, userId, code))
    ? await context.config.storage?.getUser?.(userId)
    : undefined
  if (!user) throw new AuthError('CredentialsSignin', 'The code is not on the paper')
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

/** Crosses a code out; false if it is not on the sheet, or somebody else was faster. */
async function useCode(context: Context, userId: string, code: string): Promise<boolean> {
  const sheets = itemsOf(context, sheet)
  const found = await sheets.find(userId)
  if (found.state !== 'readable') return false
  const { item } = found
  const hash = await sha256(`${userId} ${code}`)
  const left = item.secret.filter((one) => !equal(one, hash))
  if (left.length === item.secret.length) return false
  const used = await sheets.replace(item, { data: { left: left.length }, secret: left })
  // An empty sheet is no way in.
  if (used && left.length === 0) await sheets.delete(userId)
  return used
}

/** `POST /print-codes/paper`: a new sheet for whoever is signed in. */
async function printCodes(context: Context, { codes }: Paper): Promise<Response> {
  await readForm(context)
  const { userId } = await requireRecentSession(context)
  const printed = Array.from({ length: codes }, () => randomDigits(8))
  const hashes = await Promise.all(printed.map((code) => sha256(`${userId} ${code}`)))
  const sheets = itemsOf(context, sheet)
  await sheets.deleteAll(userId)
  await sheets.put({ lookup: userId, userId, data: { left: codes }, secret: hashes })
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
  kinds: [sheet],
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
