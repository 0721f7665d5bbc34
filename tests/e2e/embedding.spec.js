// The element on other people's pages.
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { choose, embed, expect, settled, summary, test } from '../support/test.js'

const APP = '<retry-herd preset="app-recovery" jitter="none"></retry-herd>'
const GLOSSARY = '<retry-herd preset="glossary"></retry-herd>'

test('two elements on a page keep out of each other’s way', async ({ page }) => {
  const herds = await embed(page, APP + APP)
  await choose(herds.nth(0), 'Jitter', 'Full')
  const [first, second] = [await summary(herds.nth(0)), await summary(herds.nth(1))]
  expect(first.peak_after_recovery.count).toBeLessThan(second.peak_after_recovery.count / 4)
  await expect(herds.nth(1).getByRole('radio', { name: 'None' })).toBeChecked()
})

test('an element that is taken out and put back shows what it showed', async ({ page }) => {
  const herd = await embed(page, APP)
  await choose(herd, 'Jitter', 'Full')
  const before = await summary(herd)
  await herd.evaluate(async (element) => {
    const parent = element.parentElement
    element.remove()
    await new Promise((done) => setTimeout(done, 100))
    parent.append(element)
  })
  expect(await summary(herd)).toEqual(before)
  await expect(herd.getByRole('radio', { name: 'Full' })).toBeChecked()
})

test('an element that is moved goes on', async ({ page }) => {
  const herd = await embed(page, `${APP}<section></section>`)
  await choose(herd, 'Jitter', 'Equal')
  await herd.evaluate((element) => document.querySelector('section').append(element))
  await settled(page)
  await expect(herd.getByRole('radio', { name: 'Equal' })).toBeChecked()
})

test('an element that is removed while its module loads leaves nothing behind', async ({ page }) => {
  let release
  const held = new Promise((resolve) => {
    release = resolve
  })
  await page.route('**/*.wasm', async (route) => {
    await held
    await route.continue()
  })
  await embed(page, APP, { ready: false })
  await page.evaluate(() => document.querySelector('retry-herd').remove())
  release()
  await page.waitForTimeout(500)
  await page.evaluate((markup) => {
    document.querySelector('main').insertAdjacentHTML('beforeend', markup)
  }, GLOSSARY)
  await settled(page)
  expect((await summary(page.locator('retry-herd'))).clients).toBe(24)
})

test('twenty elements in and out, three times, leave no listener on the document', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.listeners = 0
    for (const target of [Document.prototype, Window.prototype, globalThis]) {
      const { addEventListener, removeEventListener } = target
      if (!Object.hasOwn(target, 'addEventListener') && target !== globalThis) continue
      target.addEventListener = function add(...values) {
        if (this === document || this === globalThis) globalThis.listeners += 1
        return addEventListener.apply(this, values)
      }
      target.removeEventListener = function remove(...values) {
        if (this === document || this === globalThis) globalThis.listeners -= 1
        return removeEventListener.apply(this, values)
      }
    }
  })
  await embed(page, GLOSSARY)
  await page.evaluate(() => document.querySelector('retry-herd').remove())
  await page.waitForTimeout(200)
  const before = await page.evaluate(() => globalThis.listeners)
  for (let batch = 0; batch < 3; batch += 1) {
    await page.evaluate((markup) => {
      document.querySelector('main').innerHTML = markup.repeat(20)
    }, GLOSSARY)
    await settled(page)
    await page.evaluate(() => document.querySelector('main').replaceChildren())
    await page.waitForTimeout(200)
  }
  expect(await page.evaluate(() => globalThis.listeners)).toBe(before)
})

test('junk in an attribute falls back to the default, with one warning that names it', async ({
  page,
  messages,
}) => {
  const herd = await embed(page, '<retry-herd preset="app-recovery" cap="ten parsecs"></retry-herd>')
  expect((await herd.evaluate((element) => element.scenario)).policy.cap).toBe('1m')
  // Not again when the element reads its attributes once more.
  await herd.evaluate((element) => element.setAttribute('view', 'cow'))
  await herd.evaluate((element) => element.setAttribute('controls', 'basic'))
  await settled(page)
  expect(messages).toHaveLength(2)
  expect(messages[0]).toMatch(/^warning: .*cap.*ten parsecs.*allowed/)
  messages.length = 0
})

test('attributes are the truth, also later', async ({ page }) => {
  const herd = await embed(page, APP)
  await herd.evaluate((element) => element.setAttribute('clients', '500'))
  expect((await summary(herd)).clients).toBe(500)
  await herd.evaluate((element) => element.removeAttribute('clients'))
  expect((await summary(herd)).clients).toBe(2000)
})

test('the scenario goes out as an object and comes back in', async ({ page }) => {
  const herd = await embed(page, APP)
  const scenario = await herd.evaluate((element) => element.scenario)
  expect(scenario).toMatchObject({
    name: 'app-recovery',
    fleet: { clients: 2000, arrivals: '2s' },
    server: { outage: { start: '0s', length: '30s' }, capacity: 120, tick: '100ms' },
    policy: { growth: 'exponential', base: '1s', factor: 2, cap: '1m', jitter: 'none' },
  })
  scenario.fleet.clients = 77
  await herd.evaluate((element, value) => {
    element.scenario = value
  }, scenario)
  expect((await summary(herd)).clients).toBe(77)
})

test('events tell of being ready and of a change, and pass out of shadow trees', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.heard = []
    for (const name of ['ready', 'change', 'error']) {
      addEventListener(`retry-herd-${name}`, (event) => globalThis.heard.push([event.type, event.composed]))
    }
  })
  const herd = await embed(page, APP)
  await choose(herd, 'Jitter', 'Full')
  await settled(page)
  const heard = await page.evaluate(() => globalThis.heard)
  expect(heard).toContainEqual(['retry-herd-ready', true])
  expect(heard).toContainEqual(['retry-herd-change', true])
  expect(heard.filter(([type]) => type === 'retry-herd-error')).toEqual([])
})

test('without wasm the author’s own content stays, with a line that says why', async ({
  page,
  messages,
}) => {
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 404 }))
  await embed(page, '<retry-herd><p>Jitter spreads retries out.</p></retry-herd>', { ready: false })
  await expect(page.getByText('Jitter spreads retries out.')).toBeVisible()
  await expect(page.getByText(/could not.*(404|downloaded)/)).toBeVisible()
  // The browser itself reports the failed download.
  expect(messages.filter((message) => !message.includes('404'))).toEqual([])
  messages.length = 0
})

test('a server with the wrong type for wasm is good enough', async ({ page }) => {
  await page.route('**/*.wasm', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { 'Content-Type': 'application/octet-stream' } })
  })
  const herd = await embed(page, GLOSSARY)
  expect((await summary(herd)).clients).toBe(24)
})

test('a plain import in Node does not throw', async ({ page: _ }, testInfo) => {
  // As a package's build would see it: a module by its name's ending.
  const copy = testInfo.outputPath('retry-herd.mjs')
  await mkdir(dirname(copy), { recursive: true })
  await copyFile(new URL('../../dist/retry-herd.js', import.meta.url), copy)
  await import(copy)
})

test('a link keeps the settings', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const herd = await embed(page, APP)
  await choose(herd, 'Jitter', 'Decorrelated')
  await herd.getByRole('textbox', { name: 'Clients, number' }).fill('321')
  await page.keyboard.press('Enter')
  await settled(page)
  const before = await summary(herd)
  await herd.getByRole('button', { name: 'Copy link' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain('embed.html')
  const link = await copied()
  await page.goto('about:blank')
  await page.goto(link)
  await settled(page)
  expect(await summary(herd)).toEqual(before)
  await expect(herd.getByRole('radio', { name: 'Decorrelated' })).toBeChecked()
})

test('a broken link shows the page’s own settings and says what is wrong', async ({ page, messages }) => {
  const herd = await embed(page, APP)
  await herd.getByRole('textbox', { name: 'Clients, number' }).fill('321')
  await page.keyboard.press('Enter')
  await herd.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(() => page.url()).toContain('321')
  const link = page.url()
  await page.goto('about:blank')
  await page.goto(link.replace('321', 'many'))
  await settled(page)
  expect((await summary(herd)).clients).toBe(2000)
  expect(messages.filter((message) => !message.startsWith('warning'))).toEqual([])
  messages.length = 0
})
