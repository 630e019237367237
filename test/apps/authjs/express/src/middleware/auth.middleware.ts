import { getSession } from "@auth/express"
import type { NextFunction, Request, Response } from "express"
import { authConfig } from "../config/auth.config.ts"

export async function currentSession(req: Request, res: Response, next: NextFunction) {
  res.locals.session = await getSession(req, authConfig)
  next()
}

export async function authenticatedUser(req: Request, res: Response, next: NextFunction) {
  const session = res.locals.session ?? (await getSession(req, authConfig))
  if (session?.user) return next()
  res.status(401).json({ message: "Not Authenticated" })
}
