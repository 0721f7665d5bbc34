// Play, pause, scrub; and nothing that runs when nobody looks.
import { choose, countWakeUps, embed, expect, picture, settled, test } from '../support/test.js'

const APP = '<retry-herd preset="app-recovery" jitter="none"></retry-herd>'

test('playing moves the picture until it is paused', async ({ page }) => {
  const herd = await embed(page, APP)
  await herd.getByRole('button', { name: 'Play' }).click()
  await page.waitForTimeout(300)
  const early = await picture(herd)
  await expect.poll(() => picture(herd)).not.toBe(early)
  await herd.getByRole('button', { name: 'Pause' }).click()
  await settled(page)
  const paused = await picture(herd)
  await page.waitForTimeout(300)
  expect(await picture(herd)).toBe(paused)
  await expect(herd.getByRole('button', { name: 'Play' })).toBeVisible()
})

test('the space bar on the button plays and pauses', async ({ page }) => {
  const herd = await embed(page, APP)
  await herd.getByRole('button', { name: 'Play' }).focus()
  await page.keyboard.press('Space')
  await expect(herd.getByRole('button', { name: 'Pause' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(herd.getByRole('button', { name: 'Play' })).toBeFocused()
})

test('scrubbing shows the herd at that time', async ({ page }) => {
  const herd = await embed(page, APP)
  const end = await picture(herd)
  const time = herd.getByRole('slider', { name: 'Time' })
  await time.focus()
  await page.keyboard.press('Home')
  await settled(page)
  const start = await picture(herd)
  expect(start).not.toBe(end)
  await expect(time).toHaveAttribute('aria-valuetext', /^0/)
  await page.keyboard.press('End')
  await settled(page)
  expect(await picture(herd)).toBe(end)
})

test('seek() and the slider are one clock', async ({ page }) => {
  const herd = await embed(page, APP)
  await herd.evaluate((element) => element.seek(31))
  await settled(page)
  await expect(herd.getByRole('slider', { name: 'Time' })).toHaveAttribute('aria-valuetext', /31/)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('a toggle switches at once', async ({ page }) => {
    const count = await countWakeUps(page)
    const herd = await embed(page, APP)
    await choose(herd, 'Jitter', 'Full')
    await settled(page)
    const after = await picture(herd)
    await count()
    await page.waitForTimeout(300)
    expect(await picture(herd)).toBe(after)
  })

  test('stepping stays', async ({ page }) => {
    const herd = await embed(page, '<retry-herd preset="glossary" view="client"></retry-herd>')
    await herd.getByRole('button', { name: 'First attempt' }).click()
    await herd.getByRole('button', { name: 'Next attempt' }).click()
    await expect(herd.getByText(/attempt 2 of 7/i).first()).toBeVisible()
  })
})

test.describe('nothing wakes up', () => {
  test('when idle', async ({ page }) => {
    const count = await countWakeUps(page)
    const herd = await embed(page, APP)
    await choose(herd, 'Jitter', 'Full')
    await settled(page)
    await page.waitForTimeout(1500)
    await count()
    await page.waitForTimeout(1000)
    expect(await count()).toBe(0)
  })

  test('when scrolled off screen while playing', async ({ page }) => {
    const count = await countWakeUps(page)
    const herd = await embed(page, `${APP}<p class="far">Far below.</p>`)
    await page.evaluate(() => {
      document.querySelector('.far').style.setProperty('margin-top', '6000px')
    })
    await herd.getByRole('button', { name: 'Play' }).click()
    await page.evaluate(() => scrollTo(0, 6000))
    await page.waitForTimeout(1000)
    await count()
    await page.waitForTimeout(700)
    expect(await count()).toBe(0)
    await page.evaluate(() => scrollTo(0, 0))
    await page.waitForTimeout(500)
    expect(await count()).toBeGreaterThan(0)
  })

  test('when the tab is hidden while playing', async ({ page }) => {
    const count = await countWakeUps(page)
    const herd = await embed(page, APP)
    await herd.getByRole('button', { name: 'Play' }).click()
    // A headless tab is never hidden: the page is told that it is.
    const hide = (hidden) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await hide(true)
    await page.waitForTimeout(300)
    await count()
    await page.waitForTimeout(700)
    expect(await count()).toBe(0)
    await hide(false)
    await expect.poll(count).toBeGreaterThan(0)
  })

  test('after the element is removed while playing', async ({ page }) => {
    const count = await countWakeUps(page)
    const herd = await embed(page, APP)
    await herd.getByRole('button', { name: 'Play' }).click()
    await page.waitForTimeout(200)
    await herd.evaluate((element) => element.remove())
    await page.waitForTimeout(300)
    await count()
    await page.waitForTimeout(700)
    expect(await count()).toBe(0)
  })
})
