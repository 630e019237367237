import { SvelteKitAuth } from "@auth/sveltekit"
import Credentials from "@auth/sveltekit/providers/credentials"
import GitHub from "@auth/sveltekit/providers/github"

export const { handle, signIn, signOut } = SvelteKitAuth({
  trustHost: true,
  providers: [
    GitHub,
    Credentials({
      credentials: { name: { label: "Name" } },
      authorize: ({ name }) => (name ? { id: `user-${name}`, name: String(name) } : null),
    }),
  ],
})
