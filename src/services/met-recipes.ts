import type { PasswordRecipe } from '../crypto/phc-string.ts'

/** The most recipes to remember. A table has one or two, from before the runtime or the library changed. */
const mostRecipes = 3

/** The recipes of the hashes seen so far, besides Portico's own. */
export interface MetRecipes {
  all(): PasswordRecipe[]
  /** Adds a recipe: from then on, every sign-in does its work. */
  remember(recipe: PasswordRecipe): void
}

/** Remembers recipes, except those that `isOwn` knows. */
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
