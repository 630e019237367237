import { SessionProvider } from "next-auth/react"

import { auth } from "@/auth"
import ClientExample from "@/components/client-example"

export default async function ClientPage() {
  const session = await auth()
  return (
    <SessionProvider session={session}>
      <ClientExample />
    </SessionProvider>
  )
}
