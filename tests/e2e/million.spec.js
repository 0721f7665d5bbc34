// A million clients, and a page that keeps answering.
import { embed, expect, settled, summary, test } from '../support/test.js'

/** From now on, keeps the durations of tasks that the browser calls long, over 50 ms; gives those since the last call. */
async function watchLongTasks(page) {
  await page.evaluate(() => {
    globalThis.longTasks = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.longTasks.push(Math.round(entry.duration))
    }).observe({ type: 'longtask' })
  })
  return () => page.evaluate(() => globalThis.longTasks.splice(0))
}

/** From now on, notes whether the bar of progress is shown; tells whether it was. */
async function watchProgress(herd) {
  await herd.evaluate((element) => {
    const bar = element.shadowRoot.querySelector('progress')
    globalThis.progressShown = false
    new MutationObserver(() => {
      globalThis.progressShown ||= !bar.hidden
    }).observe(bar, { attributes: true })
  })
  return () => herd.evaluate(() => globalThis.progressShown)
}

async function setClients(page, herd, clients) {
  await herd.getByRole('textbox', { name: 'Clients, number' }).fill(String(clients))
  await page.keyboard.press('Enter')
}

test('a million clients run in short tasks, with progress shown', async ({ page }) => {
  const herd = await embed(page, '<retry-herd preset="app-recovery" capacity="60000"></retry-herd>')
  const longTasks = await watchLongTasks(page)
  const progressShown = await watchProgress(herd)
  // Other work on the machine only makes tasks longer: one of a few runs has to do.
  const longest = []
  for (let run = 0; run < 12 && longest.at(-1) !== 0; run += 1) {
    await setClients(page, herd, 1_000_000 - run)
    await settled(page)
    await expect(herd.getByRole('progressbar')).toBeHidden()
    expect((await summary(herd)).served).toBe(1_000_000 - run)
    longest.push(Math.max(0, ...(await longTasks())))
  }
  expect(await progressShown()).toBe(true)
  expect(longest.at(-1), `longest tasks of the runs: ${longest} ms`).toBe(0)
})

test('a newer setting cancels the older run', async ({ page }) => {
  const herd = await embed(page, '<retry-herd preset="app-recovery" capacity="60000"></retry-herd>')
  const runs = await herd.evaluate(async (element) => {
    const summaries = []
    element.addEventListener('retry-herd-change', () => summaries.push(element.summary?.clients))
    element.setAttribute('clients', '1000000')
    await new Promise((done) => setTimeout(done, 60))
    element.setAttribute('clients', '1000')
    await element.settled()
    await new Promise((done) => setTimeout(done, 500))
    return summaries
  })
  expect((await summary(herd)).clients).toBe(1000)
  expect(runs).not.toContain(1_000_000)
})
