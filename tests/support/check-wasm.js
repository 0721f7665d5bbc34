// Fails if the engine refuses the wasm file named: an optimiser that was told
// of a feature too many writes files that no browser takes.
import { readFileSync } from 'node:fs'

new WebAssembly.Module(readFileSync(process.argv[2]))
