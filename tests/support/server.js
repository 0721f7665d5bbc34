// Serves a built page as a careful host would: the right types, and a policy
// without inline code, which the page must do with.
//
//     node tests/support/server.js FOLDER [PORT]
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
].join('; ')

/** Starts to serve `folder`, on any free port by default. */
export async function serve(folder, port = 0) {
  const server = createServer((request, response) => respond(folder, request, response))
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function respond(folder, request, response) {
  const file = fileFor(folder, request.url)
  try {
    const body = await readFile(file)
    response.writeHead(200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
    })
    response.end(body)
  } catch {
    response.writeHead(404, { 'Content-Type': 'text/plain' })
    response.end('There is no such file.')
  }
}

function fileFor(folder, url) {
  // A URL cannot lead above its root, so neither can the path made from it.
  const { pathname } = new URL(url, 'http://localhost')
  const path = normalize(decodeURIComponent(pathname))
  return join(folder, path.endsWith('/') ? `${path}index.html` : path)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, port] = process.argv.slice(2)
  const { url } = await serve(folder, Number(port ?? 0))
  console.log(url)
}
