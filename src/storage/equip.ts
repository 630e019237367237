import { equipment, isEquipped } from '../services/equipment.ts'
import type { Storage } from '../types/storage.ts'
import { enginePart } from './engine-part-of-storages.ts'

/** A storage together with the part of the engine that works on it. */
export function equip<S extends Storage>(storage: S): S {
  return isEquipped(storage) ? storage : { ...storage, [equipment]: enginePart }
}
