// Draws delays from the retry policies of JavaScript libraries, as JSON lines; what they
// say is told in ../python/draw.py. Lines of libraries that wait for whole milliseconds
// have "whole": "down" or "nearest".
//
// Each library retries for itself. Its timers are recorded and end at once, its luck has
// a seed, and its clock stands still.

import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const SAMPLES = 4000;
const SEED = 20_261_130;
const RETRY_AFTER = 3;
// How long a client waits for an answer: no delay of any policy.
const TIME_LIMIT = 777_777;

const modules = path.resolve(process.argv[2] ?? '.', 'node_modules');
const require = createRequire(path.join(modules, 'draw.cjs'));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const file = (name) => import(pathToFileURL(path.join(modules, name)));

/** Mulberry32. */
let state = SEED;
Math.random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

const now = Date.now();
Date.now = () => now;

let slept = [];
globalThis.setTimeout = (call, ms = 0, ...values) => {
  if (ms !== TIME_LIMIT) {
    slept.push(ms / 1000);
    queueMicrotask(() => call(...values));
  }
  return { ref() {}, unref() {} };
};

/** What one client waits whose every call fails. */
async function session(call) {
  slept = [];
  try {
    await call();
  } catch {
    return slept;
  }
  throw new Error('it succeeded');
}

class Library {
  constructor(policy, name) {
    const text = readFileSync(path.join(modules, name, 'package.json'), 'utf8');
    this.start = { policy, version: JSON.parse(text).version };
  }

  line(fields) {
    console.log(JSON.stringify({ ...this.start, ...fields }));
  }

  /** Calls `call` for all delays of one client, and keeps those of some retries. */
  async sessions(call, retries, fields = {}) {
    const clients = [];
    for (let client = 0; client < SAMPLES; client += 1) clients.push(await session(call));
    for (const retry of retries) {
      this.line({ retry, seconds: clients.map((delays) => delays[retry]), ...fields });
    }
  }

  async attempts(call) {
    this.line({ attempts: (await session(call)).length + 1 });
  }
}

function fail() {
  throw new Error('failed');
}

async function pRetry() {
  const { default: retry } = await load('p-retry');
  const plain = new Library('p-retry', 'p-retry');
  await plain.sessions(() => retry(fail), [0, 1, 2, 3, 9]);
  await plain.attempts(() => retry(fail));
  const random = new Library('p-retry-randomize', 'p-retry');
  const whole = { whole: 'nearest' };
  await random.sessions(() => retry(fail, { randomize: true }), [0, 1, 2, 3, 9], whole);
  await random.attempts(() => retry(fail, { randomize: true }));
}

async function asyncRetry() {
  const { default: retry } = await load('async-retry');
  const policy = new Library('async-retry', 'async-retry');
  await policy.sessions(() => retry(fail), [0, 1, 2, 3, 9], { whole: 'nearest' });
  await policy.attempts(() => retry(fail));
}

async function axiosRetry() {
  const { default: axios } = await load('axios');
  const { default: module } = await load('axios-retry');
  const retry = module.default;
  const policy = new Library('axios-retry', 'axios-retry');
  const client = (options) => {
    const instance = axios.create({
      adapter: async (config) => {
        throw new axios.AxiosError('failed', 'ECONNRESET', config);
      },
    });
    retry(instance, { retryDelay: retry.exponentialDelay, ...options });
    return instance;
  };
  const many = client({ retries: 8 });
  await policy.sessions(() => many.get('http://localhost/'), [0, 1, 2, 3, 7]);
  await policy.attempts(() => client({}).get('http://localhost/'));
}

async function cockatiel() {
  const { default: library } = await load('cockatiel');
  const policy = new Library('cockatiel', 'cockatiel');
  const backoff = new library.ExponentialBackoff();
  const retry = library.retry(library.handleAll, { maxAttempts: 12, backoff });
  await policy.sessions(() => retry.execute(fail), [0, 1, 2, 3, 7, 8, 11]);
  const usual = library.retry(library.handleAll, {});
  // Null in JSON if it is infinite.
  policy.line({ attempts: usual.options.maxAttempts + 1 });
}

async function exponentialBackoff() {
  const { backOff } = await load('exponential-backoff');
  const plain = new Library('exponential-backoff', 'exponential-backoff');
  await plain.sessions(() => backOff(fail), [0, 1, 2, 3, 8]);
  await plain.attempts(() => backOff(fail));
  const full = new Library('exponential-backoff-full', 'exponential-backoff');
  const options = { jitter: 'full', maxDelay: 10_000 };
  const whole = { whole: 'nearest' };
  await full.sessions(() => backOff(fail, options), [0, 1, 2, 3, 7, 8], whole);
  await full.attempts(() => backOff(fail, options));
}

async function got() {
  const { default: library } = await load('got');
  const { default: delay } = await file('got/dist/source/core/calculate-retry-delay.js');
  const policy = new Library('got', 'got');
  const defaults = library.defaults.options.retry;
  const error = {
    name: 'HTTPError',
    options: { method: 'GET' },
    response: { statusCode: 503 },
  };
  const ask = (limit, retryAfter) => async () => {
    for (let attemptCount = 1; ; attemptCount += 1) {
      const retryOptions = { ...defaults, limit };
      const computedValue = Infinity;
      const ms = delay({ attemptCount, retryOptions, error, retryAfter, computedValue });
      if (ms === 0) fail();
      slept.push(ms / 1000);
    }
  };
  await policy.sessions(ask(8), [0, 1, 2, 3, 7]);
  await policy.attempts(ask(defaults.limit));
  const told = { retry_after: RETRY_AFTER };
  await policy.sessions(ask(4, RETRY_AFTER * 1000), [0, 2], told);
}

async function smithy() {
  const { StandardRetryStrategy } = await load('@smithy/core/retry');
  const policy = new Library('aws-smithy-js', '@smithy/core');
  const retry = (strategy, error) => async () => {
    let token = await strategy.acquireInitialRetryToken('draw');
    for (;;) token = await strategy.refreshRetryTokenForRetry(token, error);
  };
  const transient = { errorType: 'TRANSIENT' };
  const many = () => new StandardRetryStrategy(12);
  const retries = [0, 1, 2, 3, 9];
  await policy.sessions(() => retry(many(), transient)(), retries, { whole: 'down' });
  await policy.attempts(retry(new StandardRetryStrategy(), transient));
  const told = { ...transient, retryAfterHint: new Date(now + RETRY_AFTER * 1000) };
  await policy.sessions(() => retry(many(), told)(), [0, 4, 9], {
    retry_after: RETRY_AFTER,
    whole: 'down',
  });
}

/** OpenAI's and Anthropic's kits: one generator made both. */
async function generated(name, packageName, make) {
  const policy = new Library(name, packageName);
  const client = (headers, maxRetries) =>
    make({
      apiKey: 'none',
      timeout: TIME_LIMIT,
      fetch: async () => new Response('', { status: 503, headers }),
      ...(maxRetries && { maxRetries }),
    });
  const many = client({}, 9);
  await policy.sessions(() => many.get('/'), [0, 1, 2, 3, 4, 8]);
  const usual = client({});
  await policy.attempts(() => usual.get('/'));
  const told = client({ 'retry-after': String(RETRY_AFTER) });
  await policy.sessions(() => told.get('/'), [0, 1], { retry_after: RETRY_AFTER });
}

async function openai() {
  const { default: OpenAI } = await load('openai');
  await generated('openai-node', 'openai', (options) => new OpenAI(options));
}

async function anthropic() {
  const { default: Anthropic } = await load('@anthropic-ai/sdk');
  await generated('anthropic-node', '@anthropic-ai/sdk', (options) => new Anthropic(options));
}

async function stripe() {
  const { default: Stripe } = await load('stripe');
  const policy = new Library('stripe-node', 'stripe');
  class Failing extends Stripe.HttpClient {
    getClientName() {
      return 'failing';
    }

    async makeRequest() {
      throw Object.assign(new Error('failed'), { code: 'ECONNRESET' });
    }
  }
  const client = (options) =>
    new Stripe('none', { httpClient: new Failing(), telemetry: false, ...options });
  const many = client({ maxNetworkRetries: 8 });
  await policy.sessions(() => many.customers.list(), [0, 1, 2, 3, 5, 7]);
  const usual = client({});
  await policy.attempts(() => usual.customers.list());
}

async function azure() {
  const { createPipelineRequest, createHttpHeaders } = await load('@typespec/ts-http-runtime');
  const { defaultRetryPolicy } = await load('@typespec/ts-http-runtime/internal/policies');
  const policy = new Library('azure-js', '@typespec/ts-http-runtime');
  const send = (options, status, headers) => async () => {
    const request = createPipelineRequest({ url: 'http://localhost/' });
    const failed = { request, status, headers: createHttpHeaders(headers) };
    await defaultRetryPolicy(options).sendRequest(request, async () => failed);
    // Out of retries, it hands on the last answer.
    fail();
  };
  await policy.sessions(send({ maxRetries: 9 }, 500), [0, 1, 2, 3, 6, 8]);
  await policy.attempts(send({}, 500));
  const told = send({}, 503, { 'Retry-After': String(RETRY_AFTER) });
  await policy.sessions(told, [0, 1, 2], { retry_after: RETRY_AFTER });
}

const libraries = [
  anthropic,
  asyncRetry,
  axiosRetry,
  azure,
  cockatiel,
  exponentialBackoff,
  got,
  openai,
  pRetry,
  smithy,
  stripe,
];
const wanted = process.argv.slice(3);
for (const library of libraries) {
  if (wanted.length > 0 && !wanted.includes(library.name)) continue;
  state = SEED;
  await library();
}
