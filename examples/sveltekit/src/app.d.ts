import type { Session } from 'porticojs'

declare global {
  namespace App {
    interface Locals {
      session: Session | null
    }
  }
}
