/** expo-secure-store, as it is documented: names of letters, digits, `.`, `-` and `_`, values of 2,048 bytes; null if there is no item. */
export const items: Map<string, string> = new Map<string, string>()

function assertName(name: string): void {
  if (!/^[\w.-]+$/.test(name)) throw new Error(`Invalid key provided to SecureStore: ${name}`)
}

export async function getItemAsync(name: string): Promise<string | null> {
  assertName(name)
  return items.get(name) ?? null
}

export async function setItemAsync(name: string, value: string): Promise<void> {
  assertName(name)
  if (Buffer.byteLength(value) > 2048)
    throw new Error('Value being stored is larger than 2048 bytes')
  items.set(name, value)
}

export async function deleteItemAsync(name: string): Promise<void> {
  assertName(name)
  items.delete(name)
}
