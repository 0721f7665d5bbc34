// Prints, for each file named, the bytes that it takes after brotli at its
// highest quality: what a server with precompressed files sends.
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

for (const file of process.argv.slice(2)) {
  const bytes = readFileSync(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  console.log(brotliCompressSync(bytes, { params }).length)
}
