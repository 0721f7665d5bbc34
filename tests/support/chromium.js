// The system's Chromium: Playwright's own build of it is a download that not
// every machine can reach.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** Options for Playwright's launch(). `CHROMIUM` names another browser. */
export const launchOptions = {
  executablePath: process.env.CHROMIUM ?? onPath(NAMES),
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--disable-quic',
    '--disable-sync',
    '--no-first-run',
  ],
}

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const files = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const found = files.find((file) => existsSync(file))
  if (found === undefined) {
    throw new Error(`none of ${names.join(', ')} is on the PATH; name one in CHROMIUM`)
  }
  return found
}
