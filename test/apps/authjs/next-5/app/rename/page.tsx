import { redirect } from "next/navigation"

import { unstable_update } from "@/auth"

export default function Rename() {
  return (
    <form
      action={async (form: FormData) => {
        "use server"
        await unstable_update({ user: { name: String(form.get("name")) } })
        redirect("/")
      }}
    >
      <label>
        New name <input name="name" />
      </label>
    </form>
  )
}
