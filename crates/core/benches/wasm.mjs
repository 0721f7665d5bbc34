// Attempts per second in wasm under Node beside the same engine natively, in one
// run and in turns. Prints a table.
//
//     node crates/core/benches/wasm.mjs [rounds]
//
// Needs wasm-bindgen on the PATH; `cargo xtask bench` sees to it.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const WASM = "wasm32-unknown-unknown";
const FLEETS = [2_000, 100_000, 1_000_000];
const JITTERS = ["none", "full", "equal", "decorrelated", "proportional"];
// A measurement takes about as long as this many attempts, at least one run.
const ATTEMPTS_AT_LEAST = 2e6;
const rounds = Number(process.argv[2] ?? 10);

function build(...target) {
  const args = ["build", "--release", "-p", "retry-herd-core", "--example", "attempts"];
  const report = ["--message-format", "json-render-diagnostics"];
  const output = execFileSync("cargo", [...args, ...target, ...report], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const messages = output.trim().split("\n").map((line) => JSON.parse(line));
  const built = messages.filter((message) => message.target?.name === "attempts").at(-1);
  return built.filenames.find((name) => name.endsWith(".wasm")) ?? built.executable;
}

// The wasm as it is shipped: bound and shrunk.
function bind(wasm, folder) {
  const options = ["--target", "nodejs", "--no-typescript", "--out-dir", folder];
  execFileSync("wasm-bindgen", [...options, wasm], { stdio: "inherit" });
  const bound = join(folder, "attempts_bg.wasm");
  execFileSync("cargo", ["xtask", "optimize", bound], { cwd: ROOT, stdio: "inherit" });
  return join(folder, "attempts.js");
}

// A fresh instance each time: memory that an earlier run grew would be counted.
function loadWasm(path) {
  const require = createRequire(import.meta.url);
  delete require.cache[require.resolve(path)];
  return require(path);
}

function startNative(path) {
  const process = spawn(path, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: process.stdout })[Symbol.asyncIterator]();
  return {
    async run(clients, jitter) {
      process.stdin.write(`${clients} ${jitter}\n`);
      const [attempts, seconds, bytes] = (await lines.next()).value.split(" ").map(Number);
      return { attempts, seconds, bytes };
    },
    end: () => process.stdin.end(),
  };
}

const wasmRunner = (wasm) => ({
  run(clients, jitter) {
    const start = performance.now();
    const attempts = wasm.run(clients, jitter);
    return { attempts, seconds: (performance.now() - start) / 1e3, bytes: wasm.peak_memory() };
  },
});

// The rate of so many runs in a row.
async function rate(runner, clients, jitter) {
  let [attempts, seconds] = [0, 0];
  while (attempts < ATTEMPTS_AT_LEAST) {
    const one = await runner.run(clients, jitter);
    attempts += one.attempts;
    seconds += one.seconds;
  }
  return attempts / seconds;
}

const millions = (value) => (value / 1e6).toFixed(1).padStart(7);

// The fastest of all rounds: whatever else the machine does only slows them.
async function compare(native, wasm, clients, jitter) {
  const fastest = { native: 0, wasm: 0 };
  for (let round = 0; round < rounds; round++) {
    fastest.native = Math.max(fastest.native, await rate(native, clients, jitter));
    fastest.wasm = Math.max(fastest.wasm, await rate(wasm, clients, jitter));
  }
  return { ...fastest, ratio: fastest.wasm / fastest.native };
}

// What a fleet of a million takes at most, each kind in a process or instance of its own.
async function peakMemory(nativePath, wasmPath, jitter) {
  const native = startNative(nativePath);
  const { bytes } = await native.run(1_000_000, jitter);
  native.end();
  return { native: bytes, wasm: wasmRunner(loadWasm(wasmPath)).run(1_000_000, jitter).bytes };
}

const folder = mkdtempSync(join(tmpdir(), "retry-herd-"));
try {
  const nativePath = build();
  const wasmPath = bind(build("--target", WASM), folder);
  const native = startNative(nativePath);
  const wasm = wasmRunner(loadWasm(wasmPath));
  console.log("clients    jitter         native    wasm    wasm/native   (million attempts/s)");
  for (const clients of FLEETS) {
    for (const [number, jitter] of JITTERS.entries()) {
      const row = await compare(native, wasm, clients, number);
      const name = `${String(clients).padEnd(10)} ${jitter.padEnd(13)}`;
      console.log(`${name} ${millions(row.native)} ${millions(row.wasm)}    ${row.ratio.toFixed(2)}`);
    }
  }
  native.end();
  console.log("\npeak memory of 1,000,000 clients, MB   native    wasm");
  for (const [number, jitter] of JITTERS.entries()) {
    const peak = await peakMemory(nativePath, wasmPath, number);
    console.log(`${jitter.padEnd(37)} ${millions(peak.native)} ${millions(peak.wasm)}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
