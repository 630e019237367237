// Preloaded with --import: prints the address of each module as it is loaded.
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    console.log(`loaded ${url}`)
    return next(url, context)
  },
})
