/**
 * The browser is also what writes WebP, a third of the size of PNG.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {Buffer} png
 * @param {number} quality
 */
export async function webp(browser, png, quality = 0.85) {
  const tab = await browser.newPage()
  const data = await tab.evaluate(
    async ([base64, quality]) => {
      const picture = new Image()
      picture.src = `data:image/png;base64,${base64}`
      await picture.decode()
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      canvas.getContext('2d')?.drawImage(picture, 0, 0)
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    /** @type {const} */ ([png.toString('base64'), quality]),
  )
  await tab.close()
  return Buffer.from(data)
}
