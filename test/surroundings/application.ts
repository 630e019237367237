// An application's auth.ts, which frameworks evaluate again and again.
import { Auth, type AuthInstance } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import type { Storage } from '../../src/types/storage.ts'

const providers = [
  Credentials({
    credentials: { name: { label: 'Name' } },
    authorize: ({ name }) => (name === 'ada' ? { id: 'ada', name: 'Ada' } : null),
  }),
]

export const storage: Storage = memory()
export const inMemory: AuthInstance = Auth({
  url: 'https://app.example',
  storage,
  providers,
})
export const inFile: AuthInstance = Auth({
  url: 'https://app.example',
  database: process.env.DATABASE ?? '',
  providers,
})
