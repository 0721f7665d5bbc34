import { defineConfig } from '@playwright/test'
import { launchOptions } from './support/chromium.js'
import { freePort } from './support/free-port.js'

// The workers read this file too, and inherit what the first reading chose.
process.env.RETRY_HERD_PORT ??= String(await freePort())
const port = Number(process.env.RETRY_HERD_PORT)
const inCi = Boolean(process.env.CI)

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  forbidOnly: inCi,
  failOnFlakyTests: true,
  retries: 0,
  // A page that does not start fails every test, each after its time-out.
  maxFailures: inCi ? 10 : 0,
  workers: 2,
  timeout: 60_000,
  globalTimeout: 20 * 60_000,
  reporter: [['list'], ['./support/summary-reporter.js']],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    browserName: 'chromium',
    launchOptions,
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    locale: 'en-GB',
    actionTimeout: 15_000,
    trace: inCi ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: `node support/server.js ../dist ${port}`,
    port,
    reuseExistingServer: false,
  },
})
