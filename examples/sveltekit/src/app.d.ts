import type { Session } from 'portico'

declare global {
  namespace App {
    interface Locals {
      session: Session | null
    }
  }
}
