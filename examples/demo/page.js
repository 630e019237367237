// Keeps every open tab in step: when somebody signs in or out in one, the others notice.
import { createClient } from '/client.js'

const shown = document.body.dataset.user ?? ''

createClient().subscribe((session) => {
  if ((session?.user.id ?? '') !== shown) location.reload()
})
