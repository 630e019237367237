import type { ItemData, PresentItem } from '../types/item.ts'
import type { ItemsOfKind } from './items.ts'

/** All items of a user and one kind, however many pages they take. */
export async function allItems<Data extends ItemData, Secret>(
  { list }: Pick<ItemsOfKind<Data, Secret>, 'list'>,
  userId: string,
): Promise<PresentItem<Data, Secret>[]> {
  const all: PresentItem<Data, Secret>[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(userId, { after, limit: 1000 })
    all.push(...page.items)
    after = page.next
  } while (after !== null)
  return all
}
