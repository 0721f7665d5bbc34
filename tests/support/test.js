// What every end-to-end test starts from: a page that says nothing on its
// console, elements placed into it, and a count of what still runs.
import { expect, test as base } from '@playwright/test'
import { POLICY } from './server.js'

export { expect }

export const test = base.extend({
  /** Whatever the page said or threw. Empty at the end, unless a test has taken it out. */
  messages: [
    async ({ page }, use) => {
      const messages = []
      page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => messages.push(`error: ${error.message}`))
      await use(messages)
      expect(messages, 'the page keeps quiet').toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Opens a page of an author's with `body` in it, under the strict policy, and
 * waits for its elements, unless `ready` is false.
 */
export async function embed(page, body, { ready = true, head = '' } = {}) {
  await page.route('**/embed.html', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'Content-Security-Policy': POLICY },
      body: `<!doctype html><html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width"><title>An author’s page</title>
        <link rel="icon" href="data:,">${head}
        <script type="module" src="retry-herd.js"></script></head>
        <body><main><h1>An author’s page</h1>${body}</main></body></html>`,
    }),
  )
  await page.goto('embed.html')
  if (ready) await settled(page)
  return page.locator('retry-herd')
}

/** Waits until every element on the page shows what was asked of it. */
export async function settled(page) {
  await page.evaluate(async () => {
    await customElements.whenDefined('retry-herd')
    await Promise.all([...document.querySelectorAll('retry-herd')].map((herd) => herd.settled()))
  })
}

/** What the element says of its last run. */
export function summary(herd) {
  return herd.evaluate(async (element) => (await element.settled()).summary)
}

/** Chooses a radio button by the name of its group and its own. */
export async function choose(herd, group, name) {
  await herd.getByRole('radiogroup', { name: group }).getByRole('radio', { name }).check()
}

/** From now on, counts frames and timers; `await count()` gives those since the last call. */
export async function countWakeUps(page) {
  await page.addInitScript(() => {
    globalThis.wakeUps = 0
    const counted = (callback) =>
      typeof callback === 'function'
        ? (...values) => {
            globalThis.wakeUps += 1
            return callback(...values)
          }
        : callback
    for (const name of ['requestAnimationFrame', 'setTimeout', 'setInterval', 'requestIdleCallback']) {
      const original = globalThis[name]
      if (!original) continue
      globalThis[name] = (callback, ...rest) => original.call(globalThis, counted(callback), ...rest)
    }
  })
  return () =>
    page.evaluate(() => {
      const count = globalThis.wakeUps
      globalThis.wakeUps = 0
      return count
    })
}

/** The pixels of the raster, as text to compare. */
export function picture(herd) {
  return herd.evaluate((element) => element.shadowRoot.querySelector('canvas').toDataURL())
}
