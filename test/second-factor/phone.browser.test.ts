import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { qrSvg } from '../../src/pages/qr.ts'
import { fromBase32, toBase32 } from '../../src/second-factor/base32.ts'
import { stepAt, totpCode } from '../../src/second-factor/totp.ts'
import { haveChromium, launch } from '../browser.ts'
import { program } from './programs.ts'

const key = new TextEncoder().encode('12345678901234567890')
const uri = `otpauth://totp/Acme:ada%40example.com?secret=${toBase32(key)}&issuer=Acme`

const zbarimg = program('ZBar')
const oathtool = program('oathtool')

describe.runIf(haveChromium('QR codes on a screen') && zbarimg)('a camera', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-qr-'))
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true })
  })

  test.each([
    ['light', 'white', 320],
    ['dark', 'black', 320],
    ['dark', 'black', 1200],
  ] as const)(
    'reads the QR code from a %s screen (%s), %i pixels wide',
    async (colorScheme, ground, width) => {
      const tab = await browser.newPage({ colorScheme, viewport: { width, height: 700 } })
      await tab.setContent(
        `<body style="background: ${ground}"><div style="width: 14rem">${qrSvg(uri)}</div>`,
      )
      const path = join(folder, `${colorScheme}-${width}.png`)
      await tab.screenshot({ path })
      await tab.close()
      const read = execFileSync(zbarimg, [
        '--nodbus',
        '--quiet',
        '--raw',
        '-Sdisable',
        '-Sqrcode.enable',
        path,
      ])
      expect(read.toString().trim()).toBe(uri)
    },
  )
})

test.runIf(oathtool).each([59, 1111111109, 1794944010, 2147483647])(
  'oathtool shows our code at second %i',
  async (second) => {
    const secret = toBase32(key)
    const shown = execFileSync(oathtool, ['--totp', '--base32', `--now=@${second}`, secret])
    expect(shown.toString().trim()).toBe(await totpCode(fromBase32(secret) ?? key, stepAt(second)))
  },
)
