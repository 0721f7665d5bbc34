// Trims what wasm-bindgen wrote for a module.
//
// The imports get short names, in the module and in its script: theirs end in a
// hash of sixteen digits each, which no compression makes shorter. And of the two
// ways to start the module, the one that downloads it is no longer exported: the
// element's shell does that itself. A minifier then leaves it out.
//
//     node tests/support/trim-script.js MODULE SCRIPT
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const HEADER_BYTES = 8
const IMPORT_SECTION = 2
const HASHED = /^__wb.*_[0-9a-f]{16}$/

/** The module with short names, and which name became which. */
export function shorten(module) {
  const names = new Map()
  const parts = [module.subarray(0, HEADER_BYTES)]
  for (const { id, content } of sections(module)) {
    const body = id === IMPORT_SECTION ? renamed(content, names) : content
    parts.push(Buffer.of(id), leb(body.length), body)
  }
  return { module: Buffer.concat(parts), names }
}

function* sections(module) {
  const reader = new Reader(module, HEADER_BYTES)
  while (!reader.isDone()) {
    const id = reader.byte()
    yield { id, content: reader.bytes(reader.number()) }
  }
}

function renamed(content, names) {
  const reader = new Reader(content)
  const count = reader.number()
  const parts = [leb(count)]
  for (let index = 0; index < count; index += 1) {
    const from = reader.bytes(reader.number())
    const name = reader.bytes(reader.number()).toString()
    if (HASHED.test(name)) names.set(name, `_${names.size.toString(36)}`)
    const short = Buffer.from(names.get(name) ?? name)
    parts.push(leb(from.length), from, leb(short.length), short, reader.importType())
  }
  return Buffer.concat(parts)
}

/** Reads what an import section is made of. */
class Reader {
  constructor(buffer, at = 0) {
    this.buffer = buffer
    this.at = at
  }

  isDone() {
    return this.at >= this.buffer.length
  }

  byte() {
    return this.buffer[this.at++]
  }

  bytes(length) {
    this.at += length
    return this.buffer.subarray(this.at - length, this.at)
  }

  /** An unsigned number, seven bits a byte. */
  number() {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      value += (byte & 127) * 2 ** shift
      if (byte < 128) return value
    }
  }

  /** The bytes that say what is imported: a function, a table, a memory or a global. */
  importType() {
    const start = this.at
    const kind = this.byte()
    if (kind === 0) this.number()
    else if (kind === 3) this.at += 2
    else {
      if (kind === 1) this.byte()
      const hasMaximum = this.number() & 1
      this.number()
      if (hasMaximum) this.number()
    }
    return this.buffer.subarray(start, this.at)
  }
}

function leb(value) {
  const bytes = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [wasm, script] = process.argv.slice(2)
  const { module, names } = shorten(readFileSync(wasm))
  writeFileSync(wasm, module)
  const text = readFileSync(script, 'utf8')
    .replace(/\b__wb\w+_[0-9a-f]{16}\b/g, (name) => names.get(name) ?? name)
    .replace('export { initSync, __wbg_init as default };', 'export { initSync };')
  writeFileSync(script, text)
}
