// A port that nobody listens on, so that two checkouts can be tested at once.
import { createServer } from 'node:net'

/** The number of a free port, for a server that is started right after. */
export async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}
