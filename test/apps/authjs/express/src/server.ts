import { ExpressAuth } from "@auth/express"
import express from "express"
import { authConfig } from "./config/auth.config.ts"
import { authenticatedUser, currentSession } from "./middleware/auth.middleware.ts"

const app = express()

// So that https is seen behind a proxy
app.set("trust proxy", true)
app.use("/auth/*", ExpressAuth(authConfig))

app.use(currentSession)

app.get("/", (_req, res) => {
  res.send(`<h1>Hello ${res.locals.session?.user?.name ?? "stranger"}</h1>`)
})
app.get("/api/protected", authenticatedUser, (_req, res) => {
  res.json(res.locals.session)
})

const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  console.log(`Listening on ${JSON.stringify(server.address())}`)
})
