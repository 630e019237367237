import { auth } from "@/auth"
import { SignIn, SignOut } from "@/components/auth-components"

export default async function Index() {
  const session = await auth()
  if (!session?.user) {
    return (
      <main>
        <h1>Hello stranger</h1>
        <SignIn />
      </main>
    )
  }
  return (
    <main>
      <h1>Hello {session.user.name}</h1>
      <p id="provider">{session.provider}</p>
      <SignOut />
    </main>
  )
}
