import type { Adapter, AdapterPayload } from 'oidc-provider'

/** Where the certified server keeps its things: in this process, until the test ends. */
export function storage(): (name: string) => Adapter {
  const kept = new Map<string, AdapterPayload>()
  return (name) => {
    const key = (id: string) => `${name} ${id}`
    const search = async (field: 'uid' | 'userCode', value: string) =>
      [...kept].find(([found, { [field]: own }]) => found.startsWith(name) && own === value)?.[1]
    return {
      upsert: async (id, payload) => void kept.set(key(id), payload),
      find: async (id) => kept.get(key(id)),
      findByUid: (uid) => search('uid', uid),
      findByUserCode: (userCode) => search('userCode', userCode),
      destroy: async (id) => void kept.delete(key(id)),
      async consume(id) {
        const payload = kept.get(key(id))
        if (payload) kept.set(key(id), { ...payload, consumed: Math.floor(Date.now() / 1000) })
      },
      async revokeByGrantId(grantId) {
        for (const [id, payload] of kept) if (payload.grantId === grantId) kept.delete(id)
      },
    }
  }
}
