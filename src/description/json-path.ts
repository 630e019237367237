/**
 * Walks a path such as `data.user.open_id`, `emails.0.value` or `emails.?primary.value` into JSON; undefined where it leads
 * nowhere.
 */
export function at(value: unknown, path: string): unknown {
  let here = value
  for (const step of path.split('.')) {
    if (step.startsWith('?') && Array.isArray(here)) {
      here = here.find((entry) => at(entry, step.slice(1)) === true)
      continue
    }
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined
    here = Reflect.get(here, step)
  }
  return here
}
