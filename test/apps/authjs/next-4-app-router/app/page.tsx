import { getSession } from "@/lib/auth";
import { Visitor } from "./visitor";

export default async function Index() {
  const session = await getSession();
  return (
    <main>
      <h1>Hello {session?.user?.name ?? "stranger"}</h1>
      <Visitor />
    </main>
  );
}
