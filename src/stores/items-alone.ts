import type { Storage } from '../types/storage.ts'
import type { Items } from './parts.ts'

/** The key under which a storage opens its items alone. All copies of this library in a process share it. */
const key: unique symbol = Symbol.for('portico.items-alone')

/** Items whose users are in another storage. Callers of `putItem` have looked for the user there. */
export interface ItemsAlone
  extends Items,
    Pick<Required<Storage>, 'configure' | 'sweep' | 'close'> {
  /** Makes the table, or with `print` only returns the statements. */
  migrate(options?: { print?: boolean }): Promise<string[]>
}

/** The storage, able to keep items for users of another one. */
export function withItemsAlone<S extends object>(storage: S, open: () => ItemsAlone): S {
  return { ...storage, [key]: open }
}

/** The items of a storage for users of another one; undefined if it cannot keep them. */
export function openItemsAlone(storage: object): ItemsAlone | undefined {
  const able: { [key]?: () => ItemsAlone } = storage
  return able[key]?.()
}
