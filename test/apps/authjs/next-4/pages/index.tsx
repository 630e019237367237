import { signIn, signOut, useSession } from "next-auth/react";

export default function Index() {
  const { data: session, status } = useSession();
  if (status === "loading") return <h1>…</h1>;
  if (!session) {
    return (
      <main>
        <h1>Hello stranger</h1>
        <button type="button" onClick={() => signIn("github", {}, { prompt: "consent" })}>
          Sign in
        </button>
      </main>
    );
  }
  return (
    <main>
      <h1>Hello {session.user?.name}</h1>
      <button type="button" onClick={() => signOut()}>
        Sign out
      </button>
    </main>
  );
}
