import type { Storage } from '../types/storage.ts'
import type { Items } from './parts.ts'

/** Under this key a storage opens its items alone. Every copy of this library in a process knows it. */
const key: unique symbol = Symbol.for('portico.items-alone')

/** Items whose users are in another storage: whoever puts one has looked for its user there. */
export interface ItemsAlone
  extends Items,
    Pick<Required<Storage>, 'configure' | 'sweep' | 'close'> {
  /** Makes the table, or with `print` only returns the statements. */
  migrate(options?: { print?: boolean }): Promise<string[]>
}

/** A storage that can keep items for users who are in another one. */
export function withItemsAlone<S extends object>(storage: S, open: () => ItemsAlone): S {
  return { ...storage, [key]: open }
}

/** The items of a storage, without its users; undefined where it cannot do without them. */
export function openItemsAlone(storage: object): ItemsAlone | undefined {
  const able: { [key]?: () => ItemsAlone } = storage
  return able[key]?.()
}
