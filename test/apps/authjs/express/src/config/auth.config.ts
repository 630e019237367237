import type { ExpressAuthConfig } from "@auth/express"
import Credentials from "@auth/express/providers/credentials"
import GitHub from "@auth/express/providers/github"

export const authConfig: ExpressAuthConfig = {
  trustHost: true,
  providers: [
    GitHub,
    Credentials({
      credentials: { name: { label: "Name" } },
      authorize: ({ name }) => (name ? { id: `user-${name}`, name: String(name) } : null),
    }),
  ],
}
