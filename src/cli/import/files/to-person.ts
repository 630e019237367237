import { at } from '../../../description/json-path.ts'
import { catalogue } from '../../providers/catalogue.ts'
import type { BadRow, ImportedPerson, Subject } from '../person.ts'
import { date, text, yes } from '../values.ts'
import type { FileRow } from './file-row.ts'
import type { Mapping, Path } from './mapping.ts'

/** The parameters that all hashes of a service share, in the names of Firebase's console. */
export interface HashConfig {
  readonly base64_signer_key: string
  readonly base64_salt_separator: string
  readonly rounds: number
  readonly mem_cost: number
}

/** Makes a reader of the rows of one service. */
export function personReader(
  mapping: Mapping,
  { now, hashConfig }: { now: number; hashConfig?: HashConfig | undefined },
): (row: FileRow) => ImportedPerson | BadRow {
  const columns = mapping.accountColumns ? accountColumns() : new Map<string, string>()
  return (found) => {
    const place = `line ${found.line}`
    if ('problem' in found) return { place, problem: found.problem }
    const row = unfolded(mapping, found.row)
    const read = (path: Path | undefined) => (path === undefined ? undefined : valueAt(row, path))
    const id = text(read(mapping.id))
    if (!id) return { place, problem: 'names no id' }
    const verified = read(mapping.emailVerified)
    const createdAt = date(read(mapping.createdAt))
    const secret = text(read(mapping.totp))
    return {
      place,
      id,
      email: text(read(mapping.email)),
      emailVerified: provenAt(verified, createdAt ?? new Date(now)),
      name: text(read(mapping.fullName))?.trim(),
      image: text(read(mapping.image)),
      ...(createdAt && { extra: { createdAt: createdAt.toISOString() } }),
      username: text(read(mapping.username)),
      password: hashOf(text(read(mapping.password)), text(read(mapping.salt)), hashConfig),
      accounts: [...accountsIn(mapping, row), ...accountsInColumns(columns, row)],
      ...(secret && { totp: { secret, form: secret.startsWith('otpauth:') ? 'uri' : 'base32' } }),
      factorElsewhere: !secret && hasFactor(mapping, row),
      speaksOf: subjectsOf(mapping, row),
      recoveryCodes: listOf(read(mapping.recoveryCodes)).filter((one) => typeof one === 'string'),
      ...lockOf(mapping, row, now),
    }
  }
}

/** The value of the first path that leads to one. */
function valueAt(row: unknown, path: Path): unknown {
  for (const one of [path].flat()) {
    const value = one.includes('{') ? filled(row, one) : at(row, one)
    if (value !== undefined && value !== null && value !== '') return value
  }
  return undefined
}

/** The path's text with its values; undefined if all of them are missing. */
function filled(row: unknown, path: string): string | undefined {
  let found = false
  const made = path.replaceAll(/\{([^}]*)\}/g, (_, inner: string) => {
    const value = text(at(row, inner))
    found ||= value !== undefined
    return value ?? ''
  })
  return found ? made.trim() : undefined
}

/** The time of the proof: the value is true, a time, `verified`, or a list of verified addresses. */
function provenAt(value: unknown, otherwise: Date): Date | undefined {
  if (value === undefined) return undefined
  if (yes(value) || value === 'verified' || /@/.test(String(value))) return otherwise
  return /^(?:false|f|0|no)$/i.test(String(value)) ? undefined : date(value)
}

/** The hash in one text. Firebase exports the salt beside the hash, and the rest for the whole project, in URL-safe base64. */
function hashOf(
  hash: string | undefined,
  salt: string | undefined,
  config: HashConfig | undefined,
): string | undefined {
  if (!hash || !salt || !config) return hash
  const usual = (base64: string) => base64.replaceAll('-', '+').replaceAll('_', '/')
  const { base64_signer_key: key, base64_salt_separator: separator, rounds, mem_cost: n } = config
  const settings = `v=1,n=${n},r=${rounds},p=1,ss=${usual(separator)},sk=${usual(key)}`
  return `$fbscrypt$${settings}$${usual(salt)}$${usual(hash)}`
}

function accountsIn({ accounts, providers, noProviders = [] }: Mapping, row: unknown) {
  if (!accounts) return []
  return listOf(valueAt(row, accounts.list)).flatMap((entry) => {
    const named = text(valueAt(entry, accounts.provider))
      ?.toLowerCase()
      .replace(/^oauth_/, '')
    const providerAccountId = text(valueAt(entry, accounts.id))
    if (!named || !providerAccountId || noProviders.includes(named)) return []
    return [{ provider: providers?.get(named) ?? named, providerAccountId }]
  })
}

function accountsInColumns(columns: ReadonlyMap<string, string>, row: object) {
  return Object.entries(row).flatMap(([name, value]) => {
    const provider = columns.get(name.toLowerCase().replaceAll(/[_-]/g, ''))
    const providerAccountId = text(value)
    return provider && providerAccountId ? [{ provider, providerAccountId }] : []
  })
}

/** The columns of accounts at every platform: `googleId`, `google_id` and `googleid`. */
function accountColumns(): Map<string, string> {
  return new Map(catalogue().map(({ id }) => [`${id.replaceAll('-', '')}id`, id]))
}

/** A list, or one in a column that holds JSON. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string' || !value.startsWith('[')) return []
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/** True if there is a time, a method or a true value; databases write false in several ways. */
function hasFactor({ secondFactor = [] }: Mapping, row: unknown): boolean {
  return secondFactor.some((path) => {
    const value = at(row, path)
    if (typeof value === 'object') return value !== null
    return yes(value) || !/^(?:|undefined|false|f|0|no|null|none)$/i.test(String(value))
  })
}

/** The subjects for which the row has a column or a field, whatever its value. */
function subjectsOf({ secondFactor = [], locked = [], enabled }: Mapping, row: object): Subject[] {
  const names = (paths: readonly string[]) =>
    paths.some((path) => (path.split('.')[0] ?? '') in row)
  return [
    ...(names(secondFactor) ? (['factor'] as const) : []),
    ...(names(enabled ? [...locked, enabled] : locked) ? (['lock'] as const) : []),
  ]
}

/** The block or refusal of a person. The time of a deletion is in the past, that of a ban's end in the future. */
function lockOf(
  { locked = [], enabled }: Mapping,
  row: unknown,
  now: number,
): Pick<ImportedPerson, 'blocked' | 'refused'> {
  if (enabled && at(row, enabled) !== undefined && !yes(at(row, enabled))) return { blocked: {} }
  for (const path of locked) {
    const value = at(row, path)
    const written = text(value)
    if (yes(value)) return { blocked: {} }
    if (!written || /^(?:false|f|0|no|null|none)$/i.test(written)) continue
    if (path.startsWith('deleted')) return { refused: 'is deleted there' }
    const until = date(value)
    if (until && until.getTime() > now) return { blocked: { until } }
  }
  return {}
}

/** The row with Cognito's attributes as fields. */
export function unfolded({ unfold }: Mapping, row: Readonly<Record<string, unknown>>): object {
  if (!unfold) return row
  const listed = listOf(row.Attributes).map((one): [string, unknown] => [
    String(at(one, 'Name')),
    at(one, 'Value'),
  ])
  return { ...row, ...Object.fromEntries(listed) }
}
