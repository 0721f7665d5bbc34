// The two builds of the element: a small one, and the whole model where it is needed.
import AxeBuilder from '@axe-core/playwright'
import { choose, embed, expect, settled, summary, test } from '../support/test.js'

const APP = '<retry-herd preset="app-recovery" jitter="none"></retry-herd>'
const OBEYING = '<retry-herd preset="app-recovery" retry_after="30s" retry_rule="obey"></retry-herd>'
const RANGE = '<retry-herd preset="app-recovery" jitter="range"></retry-herd>'
const WHOLE = '**/retry-herd-whole*'
const BUTTON = { name: /^Whole model/ }

/** Which modules the page asks for from now on, by their wasm. */
function modules(page) {
  const asked = []
  page.on('request', (request) => {
    const name = new URL(request.url()).pathname.match(/retry-herd-(\w+)_bg\.wasm$/)?.[1]
    if (name) asked.push(name)
  })
  return asked
}

/** Holds back the whole module until the function that it gives is called. */
async function held(page) {
  let release
  const until = new Promise((resolve) => {
    release = resolve
  })
  await page.route(WHOLE, async (route) => {
    await until
    await route.continue()
  })
  return release
}

const scenario = (herd) => herd.evaluate(async (element) => (await element.settled()).scenario)

/** The line that says how the whole model is getting on. */
const told = (herd) => herd.locator('#growing')

/** Keeps what the page is told. */
async function listen(page) {
  await page.addInitScript(() => {
    globalThis.heard = []
    for (const name of ['ready', 'change', 'error']) {
      addEventListener(`retry-herd-${name}`, () => globalThis.heard.push(name))
    }
  })
  return () => page.evaluate(() => globalThis.heard)
}

test('what the first visit shows needs the small module and no other', async ({ page, messages }) => {
  const asked = modules(page)
  await page.goto('./')
  await settled(page)
  const herd = page.locator('retry-herd').first()
  for (const jitter of ['Full', 'Equal', 'Decorrelated']) await choose(herd, 'Jitter', jitter)
  await herd.getByLabel('Scenario').selectOption('lesson')
  await herd.evaluate((element) => element.setAttribute('base', '2s'))
  await herd.evaluate((element) => element.setAttribute('cap', 'ten parsecs'))
  await settled(page)
  expect(asked).toEqual(['widget'])
  expect(messages).toHaveLength(1)
  messages.length = 0
})

test('an attribute of the whole model brings that, and nothing else', async ({ page }) => {
  const asked = modules(page)
  const herd = await embed(page, OBEYING)
  expect(asked).toEqual(['whole'])
  const { server, policy } = await scenario(herd)
  expect([server.retry_after, policy.retry_after]).toEqual(['30s', 'obey'])
  await expect(herd.getByRole('button', BUTTON)).toHaveCount(0)
})

test('a value of the whole model brings that, and the page is told of it as of one', async ({ page }) => {
  const asked = modules(page)
  const heard = await listen(page)
  const release = await held(page)
  const herd = await embed(page, RANGE, { ready: false })
  await expect(told(herd)).toHaveText(/is being loaded/)
  release()
  await settled(page)
  expect(asked).toEqual(['widget', 'whole'])
  expect((await scenario(herd)).policy.jitter).toBe('range')
  expect(await heard()).toEqual(['ready'])
  await expect(told(herd)).toBeEmpty()
})

test('what the whole model does not know either is junk, with one warning', async ({ page, messages }) => {
  const herd = await embed(page, '<retry-herd jitter="half" cap="soon"></retry-herd>')
  const { policy } = await scenario(herd)
  expect([policy.jitter, policy.cap]).toEqual(['none', '1m'])
  expect(messages).toHaveLength(2)
  expect(messages.find((message) => message.includes('soon'))).toMatch(/^warning: .*cap/)
  expect(messages.find((message) => message.includes('half'))).toMatch(/^warning: .*median-first/)
  messages.length = 0
})

test('an attribute that is set later brings the whole model, and the reader’s settings stay', async ({ page }) => {
  const herd = await embed(page, APP)
  await choose(herd, 'Jitter', 'Equal')
  await herd.evaluate((element) => element.setAttribute('room', '30'))
  await herd.evaluate((element) => element.setAttribute('clients', '500'))
  const { server, policy, fleet } = await scenario(herd)
  expect([server.queue.room, policy.jitter, fleet.clients]).toEqual([30, 'equal', 500])
})

test('a link with settings of the whole model opens as it was sent', async ({ page }) => {
  const herd = await embed(page, OBEYING)
  await choose(herd, 'Jitter', 'Equal')
  const before = await summary(herd)
  await herd.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(() => page.url()).toContain('retry_after=30s')
  const link = page.url()
  await page.unrouteAll()
  await embed(page, APP)
  await page.evaluate((hash) => {
    location.hash = hash
  }, new URL(link).hash)
  await expect.poll(async () => (await scenario(herd)).policy.retry_after).toBe('obey')
  expect(await summary(herd)).toEqual(before)
})

test('the button brings the whole model and leaves all as it was', async ({ page }) => {
  const heard = await listen(page)
  const herd = await embed(page, APP)
  await choose(herd, 'Jitter', 'Full')
  await herd.getByLabel('Speed').selectOption('slow')
  await herd.getByText('More settings').click()
  const factor = herd.getByLabel('Factor')
  await factor.fill('3')
  await factor.press('Enter')
  await settled(page)
  const before = await summary(herd)
  await herd.getByRole('button', BUTTON).press('Enter')
  await expect(herd.getByLabel('Leaving')).toBeFocused()
  await settled(page)
  await expect(herd.getByRole('button', BUTTON)).toHaveCount(0)
  expect(await summary(herd)).toEqual(before)
  await expect(herd.getByLabel('Factor')).toHaveValue('3')
  await expect(herd.getByLabel('Speed')).toHaveValue('16')
  await expect(herd.getByRole('status')).toHaveText('The whole model is loaded.')
  expect(await heard()).toEqual(['ready', 'change', 'change', 'change'])
})

test('a jitter that has no button of its own is chosen among all kinds', async ({ page }) => {
  const herd = await embed(page, OBEYING)
  await choose(herd, 'Jitter', 'Full')
  await herd.getByText('More settings').click()
  await herd.getByLabel('Jitter, all kinds').selectOption('median-first')
  expect((await scenario(herd)).policy.jitter).toBe('median-first')
  await expect(herd.getByRole('radio', { checked: true })).toHaveCount(1)
  await expect(herd.getByRole('radio', { name: 'Herd' })).toBeChecked()
  await choose(herd, 'Jitter', 'Equal')
  await settled(page)
  await expect(herd.getByLabel('Jitter, all kinds')).toHaveValue('equal')
})

test('the settings of the whole model stand under headings, in the order of the keyboard', async ({ page }) => {
  const herds = await embed(page, OBEYING + APP)
  const herd = herds.nth(0)
  for (const at of [0, 1]) await herds.nth(at).getByText('More settings').click()
  const group = (name) => herd.getByRole('group', { name, exact: true })
  for (const [name, first, last] of [
    ['Clients', 'Arrivals', 'Leaving'],
    ['Server', 'Outage start', 'Queue shed'],
    ['Retry-After', 'Retry after', 'Retry after beyond'],
    ['Delays', 'Growth', 'Offset'],
    ['When a client stops', 'Max attempts', 'Deadline'],
    ['Retry budget', 'Budget', 'Budget tokens'],
    ['Circuit breaker', 'Breaker', 'Breaker probes'],
    ['The run', 'Draws', 'Window'],
  ]) {
    const settings = group(name).locator('input, select')
    await expect(settings.first()).toHaveAccessibleName(first)
    await expect(settings.last()).toHaveAccessibleName(last)
  }
  await group('Clients').getByLabel('Leaving').focus()
  await page.keyboard.press('Tab')
  await expect(group('Server').getByLabel('Outage start')).toBeFocused()
  // The few settings of the small model need none.
  await expect(herds.nth(1).getByLabel('Factor')).toBeVisible()
  await expect(herds.nth(1).locator('fieldset')).toHaveCount(0)
})

test('what is being typed while the whole model comes stays under the hands', async ({ page }) => {
  const release = await held(page)
  const herd = await embed(page, APP)
  await herd.evaluate((element) => element.setAttribute('jitter', 'added'))
  await herd.evaluate((element) => element.play())
  const cap = herd.getByRole('textbox', { name: 'Cap, number' })
  await cap.fill('4')
  release()
  await expect.poll(() => herd.evaluate((element) => element.scenario.policy.jitter)).toBe('added')
  await expect(cap).toBeFocused()
  await expect(herd.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.keyboard.type('2s')
  await page.keyboard.press('Enter')
  await expect.poll(() => herd.evaluate((element) => element.scenario.policy.cap)).toBe('42s')
})

test('without the whole model the small one goes on and says so', async ({ page, messages }) => {
  await page.route('**/retry-herd-whole_bg.wasm', (route) => route.fulfill({ status: 404 }))
  const heard = await listen(page)
  const herds = await embed(page, OBEYING + RANGE + APP)
  for (const at of [0, 1]) {
    await expect(told(herds.nth(at))).toHaveText(/whole model could not be loaded.*HTTP 404/)
    expect((await summary(herds.nth(at))).clients).toBe(2000)
  }
  await choose(herds.nth(2), 'Jitter', 'Full')
  expect((await summary(herds.nth(2))).clients).toBe(2000)
  expect((await heard()).filter((name) => name === 'ready')).toHaveLength(3)
  // The browser itself reports the failed downloads.
  expect(messages.filter((message) => !message.includes('404'))).toEqual([])
  messages.length = 0
})

test('a whole model that did not come can be asked for again', async ({ page, messages }) => {
  await page.route('**/retry-herd-whole.js*', (route) => route.abort())
  const herd = await embed(page, APP)
  await herd.getByText('More settings').click()
  await herd.getByRole('button', BUTTON).click()
  await expect(told(herd)).toHaveText(/could not be loaded: its script could not be downloaded/)
  await expect(herd.getByRole('button', BUTTON)).toBeFocused()
  await page.unroute('**/retry-herd-whole.js*')
  await herd.getByRole('button', BUTTON).click()
  await expect(herd.getByLabel('Leaving')).toBeFocused()
  await expect(told(herd)).toBeEmpty()
  expect(messages.filter((message) => !message.includes('ERR_FAILED'))).toEqual([])
  messages.length = 0
})

test('a script’s scenario waits for the whole model, and what follows it as well', async ({ page }) => {
  const herd = await embed(page, APP)
  const result = await herd.evaluate(async (element) => {
    element.scenario = { server: { retry_after: '10s' }, policy: { retry_after: 'scatter' } }
    element.setAttribute('clients', '300')
    await element.settled()
    return [element.scenario.policy.retry_after, element.scenario.fleet.clients, element.summary.clients]
  })
  expect(result).toEqual(['scatter', 300, 300])
})

test('a wrong scenario is refused by whichever build can tell', async ({ page, messages }) => {
  const herd = await embed(page, APP)
  const told = await herd.evaluate((element) => {
    try {
      element.scenario = { policy: { cap: 'soon' } }
      return ''
    } catch (error) {
      return error.message
    }
  })
  expect(told).toMatch(/policy\.cap: "soon" is not a duration/)
  await herd.evaluate((element) => {
    element.scenario = { polcy: {} }
    return element.settled()
  })
  expect(messages).toHaveLength(1)
  expect(messages[0]).toMatch(/^error: polcy: no such field/)
  messages.length = 0
})

test('axe finds nothing in the whole model either', async ({ page }) => {
  const herd = await embed(page, OBEYING)
  await herd.getByText('More settings').click()
  await settled(page)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([])
})

test('elements that ask at the same time share one download', async ({ page }) => {
  const asked = modules(page)
  const release = await held(page)
  const herds = await embed(page, RANGE + OBEYING + APP + RANGE, { ready: false })
  await expect(told(herds.nth(3))).toHaveText(/is being loaded/)
  release()
  await settled(page)
  expect(asked.sort()).toEqual(['whole', 'widget'])
  for (const at of [0, 3]) expect((await scenario(herds.nth(at))).policy.jitter).toBe('range')
  await herds.nth(2).getByText('More settings').click()
  await expect(herds.nth(2).getByRole('button', BUTTON)).toBeVisible()
})

test('an element that is taken out while the whole model comes starts in it when it is back', async ({ page }) => {
  const release = await held(page)
  const herd = await embed(page, APP)
  await choose(herd, 'Jitter', 'Equal')
  await herd.getByText('More settings').click()
  await herd.getByRole('button', BUTTON).click()
  await page.evaluate(async () => {
    globalThis.taken = document.querySelector('retry-herd')
    globalThis.taken.remove()
    globalThis.promise = globalThis.taken.settled()
    await new Promise((done) => setTimeout(done, 50))
  })
  release()
  await page.waitForTimeout(300)
  await page.evaluate(async () => {
    document.querySelector('main').append(globalThis.taken)
    await globalThis.promise
  })
  await expect(herd.getByRole('radio', { name: 'Equal' })).toBeChecked()
  const { policy } = await scenario(herd)
  expect([policy.jitter, policy.cap_on]).toEqual(['equal', 'ceiling'])
})

test('an element that is moved while the whole model comes keeps its promise', async ({ page }) => {
  const release = await held(page)
  const herd = await embed(page, `${RANGE}<section></section>`, { ready: false })
  await expect(told(herd)).toHaveText(/is being loaded/)
  const jitter = page.evaluate(async () => {
    const element = document.querySelector('retry-herd')
    const promise = element.settled()
    document.querySelector('section').append(element)
    return (await promise).scenario.policy.jitter
  })
  release()
  expect(await jitter).toBe('range')
})

test('what stops one build leaves the elements of the other alone', async ({ page }) => {
  // Not ours to make panic: a stand-in that says it has.
  await page.route('**/retry-herd-whole.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export const initSync = () => {}
        export const on_panic = (listener) => { globalThis.panic = listener }
        export class Widget { settled() { return Promise.resolve() } saved() {} free() {} }`,
    }),
  )
  const herds = await embed(page, OBEYING + APP)
  await page.evaluate(() => globalThis.panic('an example'))
  await expect(herds.nth(0).getByText(/could not start: it stopped.*an example/)).toBeVisible()
  await choose(herds.nth(1), 'Jitter', 'Full')
  expect((await summary(herds.nth(1))).clients).toBe(2000)
})
