// The four controls, as a reader moves them.
import { choose, embed, expect, picture, settled, summary, test } from '../support/test.js'

const APP = '<retry-herd preset="app-recovery" jitter="none"></retry-herd>'

test.describe('jitter', () => {
  test('dissolves the waves when it is switched on', async ({ page }) => {
    const herd = await embed(page, APP)
    const waves = await summary(herd)
    await choose(herd, 'Jitter', 'Full')
    const scattered = await summary(herd)
    expect(waves.peak_after_recovery.over_capacity).toBeGreaterThan(8)
    expect(scattered.peak_after_recovery.over_capacity).toBeLessThan(2)
    expect(scattered.completion_s.p99).toBeLessThan(waves.completion_s.p99 / 4)
  })

  test('says in one sentence what happened, and in the live region what changed', async ({ page }) => {
    const herd = await embed(page, APP)
    await expect(herd.getByText(/All 2,000 clients came back in waves/).first()).toBeVisible()
    await choose(herd, 'Jitter', 'Full')
    await settled(page)
    await expect(herd.getByText(/All 2,000 clients came back in waves/).first()).toBeHidden()
    await expect(herd.getByRole('status')).toContainText(/full jitter/i)
  })

  test('moves every dot from its old time to its new one', async ({ page }) => {
    const herd = await embed(page, APP)
    // Looks at each frame until things have settled.
    const pictures = await herd.evaluate(async (element) => {
      const root = element.shadowRoot
      const canvas = root.querySelector('canvas')
      const seen = new Set([canvas.toDataURL()])
      let settled = false
      root.querySelector('input[name=jitter][value=full]').click()
      element.settled().then(() => {
        settled = true
      })
      while (!settled) {
        await new Promise(requestAnimationFrame)
        seen.add(canvas.toDataURL())
      }
      return seen.size
    })
    expect(pictures).toBeGreaterThan(3)
  })

  test('changes with the arrow keys', async ({ page }) => {
    const herd = await embed(page, APP)
    await herd.getByRole('radio', { name: 'None' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(herd.getByRole('radio', { name: 'Full' })).toBeChecked()
    expect((await summary(herd)).peak_after_recovery.over_capacity).toBeLessThan(2)
  })

  test('keeps the luck: there and back is the same picture', async ({ page }) => {
    const herd = await embed(page, APP)
    const before = await picture(herd)
    await choose(herd, 'Jitter', 'Decorrelated')
    await settled(page)
    await choose(herd, 'Jitter', 'None')
    await settled(page)
    expect(await picture(herd)).toBe(before)
  })
})

for (const name of ['Clients', 'Cap', 'Outage']) {
  test.describe(`the slider "${name}"`, () => {
    test('moves by keyboard and says its value in words', async ({ page }) => {
      const herd = await embed(page, APP)
      const slider = herd.getByRole('slider', { name, exact: true })
      const before = await slider.getAttribute('aria-valuetext')
      const run = JSON.stringify(await summary(herd))
      await slider.focus()
      for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight')
      await expect(slider).not.toHaveAttribute('aria-valuetext', before)
      await expect(slider).toHaveAttribute('aria-valuetext', /\d/)
      await settled(page)
      expect(JSON.stringify(await summary(herd))).not.toBe(run)
    })

    test('moves by pointer and takes its number field along', async ({ page }) => {
      const herd = await embed(page, APP)
      const slider = herd.getByRole('slider', { name, exact: true })
      const field = herd.getByRole('textbox', { name: `${name}, number` })
      const before = await field.inputValue()
      const box = await slider.boundingBox()
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * 0.2, box.y + box.height / 2, { steps: 6 })
      await page.mouse.up()
      await settled(page)
      expect(await field.inputValue()).not.toBe(before)
    })
  })
}

test('a number field takes what is typed, to the unit', async ({ page }) => {
  const herd = await embed(page, APP)
  await herd.getByRole('textbox', { name: 'Clients, number' }).fill('5000')
  await page.keyboard.press('Enter')
  expect((await summary(herd)).clients).toBe(5000)
  await herd.getByRole('textbox', { name: 'Outage, number' }).fill('1m')
  await page.keyboard.press('Enter')
  await settled(page)
  const scenario = await herd.evaluate((element) => element.scenario)
  expect(scenario.server.outage.length).toBe('1m')
})

test('wrong input gets one line that names field, value and what is allowed, and loses nothing', async ({
  page,
}) => {
  const herd = await embed(page, APP)
  const before = await summary(herd)
  const field = herd.getByRole('textbox', { name: 'Cap, number' })
  await field.fill('ten parsecs')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveValue('ten parsecs')
  await expect(herd.getByText(/cap.*ten parsecs.*allowed/i)).toBeVisible()
  expect(await summary(herd)).toEqual(before)
  await field.fill('20s')
  await page.keyboard.press('Enter')
  await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  await expect(herd.getByText(/ten parsecs/)).toBeHidden()
})

test('wrong input in one of many fields is told beside it, and seen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 600 })
  const herd = await embed(page, APP)
  await herd.getByText('More settings').click()
  const border = (field) => field.evaluate((element) => getComputedStyle(element).borderColor)
  const field = herd.getByRole('textbox', { name: 'Max attempts' })
  const plain = await border(field)
  await field.fill('few')
  await page.keyboard.press('Enter')
  const told = herd.getByText(/max_attempts.*few.*allowed/)
  await expect(told).toBeVisible()
  const [above, below] = [await field.boundingBox(), await told.boundingBox()]
  expect(Math.abs(below.y - above.y - above.height)).toBeLessThan(20)
  await expect(field).toHaveAccessibleDescription(/few/)
  expect(await border(field)).not.toBe(plain)
  await field.fill('6')
  await page.keyboard.press('Enter')
  await expect(told).toBeHidden()
  expect(await border(field)).toBe(plain)
  const cap = herd.getByRole('textbox', { name: 'Cap, number' })
  await cap.fill('ten parsecs')
  await page.keyboard.press('Enter')
  const toldAbove = await herd.getByText(/cap.*ten parsecs.*allowed/i).boundingBox()
  expect(toldAbove.y).toBeLessThan((await herd.locator('#story, .story').first().boundingBox()).y)
})

test('a preset of the list brings its own settings', async ({ page }) => {
  const herd = await embed(page, APP)
  await herd.getByRole('combobox', { name: 'Scenario' }).selectOption({ value: 'deploy-blip' })
  expect((await summary(herd)).clients).toBe(200)
})

test('every other field of a scenario is behind one disclosure', async ({ page }) => {
  const herd = await embed(page, APP)
  const field = herd.getByRole('textbox', { name: 'Capacity', exact: true })
  await expect(field).toBeHidden()
  await herd.getByText('More settings').click()
  await expect(field).toBeVisible()
  const before = await summary(herd)
  await field.fill('240')
  await page.keyboard.press('Enter')
  const after = await summary(herd)
  expect(after.peak_after_recovery.over_capacity).toBeCloseTo(
    before.peak_after_recovery.over_capacity / 2,
    1,
  )
})

test('"Draw again" takes the next seed', async ({ page }) => {
  const herd = await embed(page, '<retry-herd preset="app-recovery" jitter="full" seed="41"></retry-herd>')
  const before = await summary(herd)
  await herd.getByRole('button', { name: 'Draw again' }).first().click()
  await expect(herd.getByRole('textbox', { name: 'Seed' })).toHaveValue('42')
  const after = await summary(herd)
  expect(after).not.toEqual(before)
  expect(after.clients).toBe(before.clients)
})

test('a moved slider shows the new run of 10,000 clients in the next frame', async ({ page }) => {
  const herd = await embed(page, '<retry-herd preset="app-recovery" clients="10000"></retry-herd>')
  // Two frames later it has to be there. Other work on the machine only slows: one
  // of a few moves has to make it.
  const changed = await herd.evaluate(async (element) => {
    const input = element.shadowRoot.querySelector('#outage')
    const nextFrame = () => new Promise(requestAnimationFrame)
    for (let move = 0; move < 8; move += 1) {
      await element.settled()
      const before = JSON.stringify(element.summary)
      input.value = String(Number(input.value) + (move % 2 ? -5 : 5))
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await nextFrame()
      await nextFrame()
      if (JSON.stringify(element.summary) !== before) return true
    }
    return false
  })
  expect(changed).toBe(true)
})

test.describe('in the picture itself', () => {
  for (const [handle, dx, dy, field] of [
    ['Drag to change the outage', 60, 0, 'server.outage.length'],
    ['Drag to change the capacity', 0, -40, 'server.capacity'],
    ['Drag to change the cap:', -60, 0, 'policy.cap'],
  ]) {
    test(`"${handle}" changes ${field}`, async ({ page }) => {
      const herd = await embed(page, '<retry-herd preset="app-recovery" jitter="full"></retry-herd>')
      const value = () =>
        herd.evaluate(
          (element, path) => path.split('.').reduce((table, key) => table[key], element.scenario),
          field,
        )
      const before = await value()
      const grip = herd.getByTitle(handle)
      await grip.scrollIntoViewIfNeeded()
      const box = await grip.boundingBox()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + dx, y + dy, { steps: 5 })
      await page.mouse.up()
      await settled(page)
      expect(await value()).not.toBe(before)
    })
  }
})
