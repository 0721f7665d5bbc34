// The explorable page, on a first visit.
import { expect, settled, summary, test } from '../support/test.js'

test('a first visit opens on the un-jittered herd, already played', async ({ page }) => {
  await page.goto('')
  await settled(page)
  const herd = page.locator('retry-herd').first()
  await expect(herd.getByRole('radio', { name: 'None' })).toBeChecked()
  const { clients, peak_after_recovery: peak } = await summary(herd)
  expect(clients).toBe(2000)
  expect(peak.over_capacity).toBeGreaterThan(8)
  const time = herd.getByRole('slider', { name: 'Time' })
  expect(await time.inputValue()).toBe(await time.getAttribute('max'))
  await expect(herd.getByRole('button', { name: 'Play' })).toBeVisible()
})

test('only four controls are in sight', async ({ page }) => {
  await page.goto('')
  await settled(page)
  const herd = page.locator('retry-herd').first()
  await expect(herd.getByRole('radiogroup', { name: 'Jitter' })).toBeVisible()
  for (const name of ['Clients', 'Cap', 'Outage']) {
    await expect(herd.getByRole('slider', { name, exact: true })).toBeVisible()
  }
  await expect(herd.getByRole('textbox', { name: 'Base', exact: true })).toBeHidden()
})

test('the page can be used by keyboard alone: every stop shows where it is', async ({ page }) => {
  await page.goto('')
  await settled(page)
  const unseen = []
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      if (!element || element === document.body) return null
      const styles = [element, element.closest('label'), element.nextElementSibling]
        .filter(Boolean)
        .map((candidate) => getComputedStyle(candidate))
      const seen = styles.some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none')
      return { name: element.id || element.textContent.slice(0, 30) || element.tagName, seen }
    })
    if (stop && !stop.seen) unseen.push(stop.name)
  }
  expect(unseen).toEqual([])
})
