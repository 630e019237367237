import type { GetServerSidePropsContext } from "next";
import { getServerSession } from "next-auth/next";
import { authOptions } from "./api/auth/[...nextauth]";

export default function Server({ name }: { name: string }) {
  return <h1>Hello {name}</h1>;
}

export async function getServerSideProps(context: GetServerSidePropsContext) {
  const session = await getServerSession(context.req, context.res, authOptions);
  return { props: { name: session?.user?.name ?? "stranger" } };
}
