// Takes the picture of README.md from the built page.
//
//     node tests/support/screenshot.js FOLDER PICTURE
import { writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import UPNG from 'upng-js'
import { launchOptions } from './chromium.js'
import { serve } from './server.js'

const [folder, picture] = process.argv.slice(2)
const server = await serve(folder)
const browser = await chromium.launch(launchOptions)
try {
  const page = await browser.newPage({
    viewport: { width: 1200, height: 900 },
    deviceScaleFactor: 2,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  await page.addInitScript(() => {
    globalThis.herdIsReady = new Promise((resolve) => {
      addEventListener('retry-herd-ready', resolve, { once: true })
    })
  })
  await page.goto(server.url)
  await page.evaluate(() => globalThis.herdIsReady)
  // Two frames: one that draws what is ready, one that shows it.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  const png = await page.locator('retry-herd').first().screenshot()
  await writeFile(picture, withPalette(png))
} finally {
  await browser.close()
  await server.close()
}

/** The same picture in 256 colours, of which it has hardly more: a third of the bytes. */
function withPalette(png) {
  const image = UPNG.decode(png)
  return new Uint8Array(UPNG.encode(UPNG.toRGBA8(image), image.width, image.height, 256))
}
