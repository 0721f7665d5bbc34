// One client, stepped through its retries.
import { choose, embed, expect, settled, test } from '../support/test.js'

const GLOSSARY = '<retry-herd preset="glossary" view="client"></retry-herd>'

test('the glossary’s client reads exactly as the article prints it', async ({ page }) => {
  const herd = await embed(page, GLOSSARY)
  await herd.getByRole('button', { name: 'Last attempt' }).click()
  await expect(herd.getByText(/attempt 5 of 7, t = 7\.87 s/i).first()).toBeVisible()
  const events = herd.getByRole('list').filter({ hasText: 'Attempt 1' })
  for (const wait of ['461 ms', '419 ms', '2.23 s', '4.75 s']) {
    await expect(events).toContainText(wait)
  }
  await expect(events).toContainText(/3\.11 s/)
  await expect(events).toContainText(/served/)
})

test('the draws that an author forces are the ones shown', async ({ page }) => {
  const herd = await embed(
    page,
    '<retry-herd preset="glossary" view="client" draws="0.461 0.2095 0.5575 0.59375"></retry-herd>',
  )
  await herd.getByRole('button', { name: 'Last attempt' }).click()
  const events = herd.getByRole('list').filter({ hasText: 'Attempt 1' })
  for (const wait of ['461 ms', '419 ms', '2.23 s', '4.75 s']) {
    await expect(events).toContainText(wait)
  }
})

test('the formula is mathematics with this retry’s numbers in it', async ({ page }) => {
  const herd = await embed(page, GLOSSARY)
  await herd.getByRole('button', { name: 'First attempt' }).click()
  for (let press = 0; press < 3; press += 1) {
    await herd.getByRole('button', { name: 'Next attempt' }).click()
  }
  await expect(herd.getByText(/attempt 4 of 7, t = 3\.11 s/i).first()).toBeVisible()
  const formula = herd.locator('math')
  await expect(formula.first()).toBeVisible()
  const text = (await formula.allTextContents()).join(' ').replace(/\s+/g, '')
  for (const part of ['30s', '1s', '8s', '4.75s', 'min', 'random']) expect(text).toContain(part)
})

test('stepping stops at both ends, and says so', async ({ page }) => {
  const herd = await embed(page, GLOSSARY)
  const previous = herd.getByRole('button', { name: 'Previous attempt' })
  const next = herd.getByRole('button', { name: 'Next attempt' })
  await herd.getByRole('button', { name: 'First attempt' }).click()
  await expect(herd.getByText(/attempt 1 of 7/i).first()).toBeVisible()
  await expect(previous).toBeDisabled()
  for (let press = 0; press < 4; press += 1) await next.click()
  await expect(herd.getByText(/attempt 5 of 7/i).first()).toBeVisible()
  await expect(next).toBeDisabled()
  await previous.click()
  await expect(herd.getByText(/attempt 4 of 7/i).first()).toBeVisible()
})

test('pointing at a term of the formula lights up the matching ones', async ({ page }) => {
  const herd = await embed(page, GLOSSARY)
  await herd.getByRole('button', { name: 'First attempt' }).click()
  await herd.getByRole('button', { name: 'Next attempt' }).click()
  const terms = herd.locator('math [data-term="cap"]')
  await terms.first().hover()
  await expect.poll(() => herd.locator('.lit[data-term="cap"]').count()).toBeGreaterThan(1)
})

test('"Draw again" gives the client other luck', async ({ page }) => {
  const herd = await embed(page, GLOSSARY)
  const events = herd.getByRole('list').filter({ hasText: 'Attempt 1' })
  await expect(events).toContainText('461 ms')
  await herd.getByRole('button', { name: 'Draw again' }).first().click()
  await settled(page)
  await expect(events).not.toContainText('461 ms')
})

test('a client chosen in the herd is the one that is stepped through', async ({ page }) => {
  const herd = await embed(page, '<retry-herd preset="app-recovery" jitter="full"></retry-herd>')
  const raster = herd.locator('canvas').first()
  const box = await raster.boundingBox()
  // Somewhere in the outage there is a dot near every point.
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height / 2)
  await expect(herd.getByText(/client [\d,]+/i).first()).toBeVisible()
  await page.mouse.click(box.x + box.width * 0.1, box.y + box.height / 2)
  await settled(page)
  const field = herd.getByRole('textbox', { name: 'Client', exact: true })
  expect(Number((await field.inputValue()).replace(/\D/g, ''))).toBeGreaterThan(1)
  await choose(herd, 'View', 'One client')
  await expect(herd.getByText(/attempt \d+/i).first()).toBeVisible()
})
