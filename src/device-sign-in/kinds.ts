import { itemKind } from '../identity/item-kinds.ts'
import type { ItemKind } from '../types/item.ts'

/** The name of the part. */
export const part = 'device-sign-in'

/** The program that asked, and what it may do. */
export type Asked = {
  readonly client: string
  /** Null: it is not limited. */
  readonly scopes: string[] | null
  /** The address that it asked from; empty if it is not known. */
  readonly ip: string
}

/** A device that waits, found by the hash of its code. */
export type Waiting = {
  /** Milliseconds since 1970, as all moments here. */
  readonly expires: number
  /** Seconds between two polls. */
  readonly interval: number
  readonly polledAt: number
}

/** A code for people, found by its hash. */
export type UserCode = Asked & {
  /** The lookup of the device that waits. */
  readonly device: string
  readonly askedAt: number
  /** The hash of the browser that opened it first; empty before. */
  readonly browser: string
}

/** The answer of the person, until the device fetches it. A refusal has no generation. */
export type DeviceAnswer = Asked & {
  readonly approved: boolean
  readonly generation: string
}

/** A device that is signed in, found by the hash of its key. */
export type Device = Asked & {
  /** The `sessionGeneration` of the user: whatever ends all sessions ends the device. */
  readonly generation: string
}

/** Devices that wait for an answer. */
export const waiting: ItemKind<Waiting, undefined> = itemKind<Waiting>({ part, name: 'waiting' })

/** Codes that people type. */
export const userCode: ItemKind<UserCode, undefined> = itemKind<UserCode>({ part, name: 'code' })

/** Answers that no device has fetched yet. */
export const answer: ItemKind<DeviceAnswer, undefined> = itemKind<DeviceAnswer>({
  part,
  name: 'answer',
})

/** Devices that are signed in. */
export const device: ItemKind<Device, undefined> = itemKind<Device>({ part, name: 'device' })
