import type { Storage } from '../types/storage.ts'

/** The key under which a storage carries the part of the engine that works on it. Every copy of this library in a process knows it. */
export const equipment: unique symbol = Symbol.for('portico.equipment')

/** True if a storage came through one of Portico's entry points, which all equip it. */
export function isEquipped(storage: Storage): boolean {
  return equipment in storage
}
