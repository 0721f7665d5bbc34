// What the element looks like, as far as a machine can tell.
import AxeBuilder from '@axe-core/playwright'
import { choose, embed, expect, settled, test } from '../support/test.js'

const APP = '<retry-herd preset="app-recovery" jitter="none"></retry-herd>'
const GLOSSARY = '<retry-herd preset="glossary" view="client"></retry-herd>'

for (const colorScheme of ['light', 'dark']) {
  for (const [view, markup] of [['herd', APP], ['client', GLOSSARY]]) {
    test(`axe finds nothing in the ${view} view, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      const herd = await embed(page, markup)
      await herd.getByText('More settings').click()
      await herd.getByText('as a table').click()
      await settled(page)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([])
    })
  }
}

test('axe finds nothing on the page itself', async ({ page }) => {
  await page.goto('')
  await settled(page)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([])
})

for (const width of [320, 1280]) {
  test(`nothing sticks out at ${width} CSS pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('')
    await settled(page)
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }))
    expect(scroll).toBeLessThanOrEqual(client)
  })
}

test('targets are at least 24 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  const herd = await embed(page, APP)
  const small = await herd.evaluate((element) =>
    [...element.shadowRoot.querySelectorAll('button, input, select, summary, label:has(input[type=radio])')]
      .filter((target) => target.checkVisibility() && !target.closest('label:has(input[type=radio]) *'))
      .filter((target) => !(target.matches('input[type=radio]') && target.closest('label')))
      .map((target) => ({ target: target.id || target.textContent, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 24 || box.height < 24)
      .map(({ target, box }) => `${target} ${box.width} × ${box.height}`),
  )
  expect(small).toEqual([])
})

for (const ratio of [1, 1.5, 2, 3]) {
  test.describe(`at ratio ${ratio}`, () => {
    test.use({ deviceScaleFactor: ratio })

    test('the canvases have a pixel for each of the screen’s', async ({ page }) => {
      const herd = await embed(page, APP)
      const sizes = await herd.evaluate((element) =>
        [...element.shadowRoot.querySelectorAll('canvas')].map((canvas) => ({
          pixels: canvas.width,
          width: canvas.getBoundingClientRect().width,
        })),
      )
      expect(sizes.length).toBeGreaterThan(1)
      for (const { pixels, width } of sizes) {
        expect(Math.abs(pixels - width * ratio)).toBeLessThanOrEqual(1)
      }
    })
  })
}

test('the ground follows the theme', async ({ page }) => {
  const ground = (herd) =>
    herd.evaluate((element) => {
      const canvas = element.shadowRoot.querySelector('canvas')
      const [red] = canvas.getContext('2d').getImageData(canvas.width - 2, 2, 1, 1).data
      return red
    })
  const herd = await embed(page, APP)
  expect(await ground(herd)).toBeGreaterThan(200)
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  await expect.poll(() => ground(herd)).toBeLessThan(80)
  await herd.evaluate((element) => element.setAttribute('theme', 'light'))
  await settled(page)
  await expect.poll(() => ground(herd)).toBeGreaterThan(200)
})

test('forced colours keep the controls and the picture', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const herd = await embed(page, APP)
  await choose(herd, 'Jitter', 'Full')
  await settled(page)
  await expect(herd.locator('canvas').first()).toBeVisible()
})

test('a window that is resized gets a picture of its size', async ({ page }) => {
  const herd = await embed(page, APP)
  await page.setViewportSize({ width: 600, height: 800 })
  await settled(page)
  await expect
    .poll(() =>
      herd.evaluate((element) => {
        const canvas = element.shadowRoot.querySelector('canvas')
        return Math.abs(canvas.width - canvas.getBoundingClientRect().width)
      }),
    )
    .toBeLessThanOrEqual(1)
})
