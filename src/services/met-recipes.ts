import type { PasswordRecipe } from '../crypto/phc-string.ts'

/** So many recipes are remembered. A table has one or two, from before the runtime or the library changed. */
const mostRecipes = 3

/** The recipes of hashes that were met, besides our own. */
export interface MetRecipes {
  all(): PasswordRecipe[]
  /** From the first hash of a recipe on, everybody's sign-in costs its work. */
  remember(recipe: PasswordRecipe): void
}

/** Remembers recipes; none of those that `isOwn` knows. */
export function createMetRecipes(isOwn: (recipe: PasswordRecipe) => boolean): MetRecipes {
  const met = new Map<string, PasswordRecipe>()
  return {
    all: () => [...met.values()],
    remember(recipe) {
      if (met.size < mostRecipes && !isOwn(recipe)) met.set(nameOf(recipe), recipe)
    },
  }
}

/** True if both need the same work. */
export function isSameRecipe(one: PasswordRecipe, other: PasswordRecipe): boolean {
  return nameOf(one) === nameOf(other)
}

function nameOf({ algorithm, parameters }: PasswordRecipe): string {
  return JSON.stringify([algorithm, Object.entries(parameters).sort()])
}
