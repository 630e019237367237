import type { Context } from '../context.ts'
import { translated } from '../pages/request-frame.ts'
import { loadOnce } from '../services/load-once.ts'
import type { QrCodeText } from '../types/kit.ts'

const loadWords = loadOnce(async () => (await import('./words.ts')).words)

/** In English. */
export const text: QrCodeText = {
  title: (platform) => `Sign in with ${platform} on your phone`,
  show: 'Show a QR code',
  scan: (platform) => `Open ${platform} on your phone, scan this code and confirm there.`,
  scanned: 'The code was scanned. Now confirm on your phone.',
  drawing: 'QR code',
  openApp: (platform) => `Open ${platform} on this device`,
}

/** Every sentence about codes to scan, in the visitor's language. */
export function qrText(context: Context): Promise<QrCodeText> {
  return translated(context, 'qr-code', text, loadWords)
}
