// Keeps every open tab in step: when somebody signs in or out in one, the others notice.
import { createClient } from '/client/index.ts'

// What a button did is said once: loading the page again must not press it again.
history.replaceState(null, '', '/')

const shown = document.body.dataset.user ?? ''

createClient().subscribe(({ session }) => {
  if (session !== undefined && (session?.user.id ?? '') !== shown) location.reload()
})
