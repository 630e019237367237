import { auth } from "@/auth"

export const runtime = "edge"

export const GET = auth((req) => {
  if (req.auth) return Response.json({ name: req.auth.user?.name })
  return Response.json({ message: "Not authenticated" }, { status: 401 })
})
