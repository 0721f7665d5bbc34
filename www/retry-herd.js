// <retry-herd>: the custom element. Life cycle and delegation only; what the
// element does is written in Rust (crates/widget).
//
// The module and its wasm lie beside this file. To take the wasm from elsewhere,
// set `globalThis.retryHerdWasm` to its address before the first element connects.

const MODULE = "./retry-herd-widget.js";
const WASM = "./retry-herd-widget_bg.wasm";

// Elements are told of a change to these; the test of the widget holds the list
// against the scenario's fields.
const ATTRIBUTES = [
  "preset", "jitter", "clients", "cap", "outage",
  "seed", "draws", "horizon", "clock", "arrivals", "seeding", "start", "length",
  "leaving", "capacity", "tick", "exponent", "floor", "over", "from", "admission", "room", "shed",
  "retry_after", "shed_retry_after", "retry_after_form",
  "growth", "base", "factor", "degree", "plus", "cap_on", "width", "low", "high", "spread",
  "spread_growth", "clamp", "first", "shortest", "unit", "attempts", "max_attempts", "layers",
  "fatal", "budget", "share", "per_second", "tokens", "breaker", "threshold", "open_for", "probes",
  "deadline", "retry_rule", "retry_after_limit", "retry_after_beyond", "offset", "window",
  "view", "views", "controls", "theme", "client",
];

const BASE = typeof HTMLElement === "undefined" ? class {} : HTMLElement;

let loading;

/** The one module of all elements on the page; asked for again after a failure. */
function loadModule() {
  loading ??= startModule().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function startModule() {
  if (typeof WebAssembly === "undefined") {
    throw new Error("this browser has no WebAssembly, or it is switched off");
  }
  const address = new URL(globalThis.retryHerdWasm ?? WASM, import.meta.url);
  const [module, compiled] = await Promise.all([loadGlue(), compile(address)]);
  module.initSync({ module: compiled });
  return module;
}

async function loadGlue() {
  try {
    return await import(new URL(MODULE, import.meta.url).href);
  } catch (cause) {
    throw new Error("its script could not be downloaded", { cause });
  }
}

async function compile(address) {
  const response = await download(address);
  try {
    // Compiling while downloading needs the right type from the server, which
    // not every host of static files sends.
    const streams = response.headers.get("Content-Type")?.startsWith("application/wasm");
    return streams
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
  } catch (cause) {
    const blocked = /content security|unsafe-eval|csp|disallowed by embedder/i.test(String(cause));
    throw new Error(
      blocked
        ? "the page’s security policy does not allow WebAssembly (script-src needs 'wasm-unsafe-eval')"
        : "the file that was downloaded is not its WebAssembly module",
      { cause },
    );
  }
}

async function download(address) {
  let response;
  try {
    response = await fetch(address, { credentials: "same-origin" });
  } catch (cause) {
    throw new Error("its WebAssembly module could not be downloaded", { cause });
  }
  if (!response.ok) {
    throw new Error(`its WebAssembly module could not be downloaded (HTTP ${response.status})`);
  }
  return response;
}

export class RetryHerdElement extends BASE {
  static observedAttributes = ATTRIBUTES;

  #widget; // of Rust; there while connected and started
  #waiting = []; // what was asked of the widget before it was there
  #saved; // what the reader had set when the element was taken out
  #inSight; // observer of a lazy element
  #failure; // why it could not start
  #refusals = new Set(); // of the promises that a failure breaks

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(":host{display:block}:host([hidden]){display:none}");
    root.adoptedStyleSheets = [sheet];
    root.append(document.createElement("slot"));
  }

  connectedCallback() {
    if (this.#widget || this.#inSight) return;
    this.#failure = undefined;
    this.#takeEarlyProperties();
    if (this.getAttribute("loading") === "lazy") {
      this.#startWhenSeen();
    } else {
      this.#start();
    }
  }

  disconnectedCallback() {
    // A moved element is connected again at once and keeps its widget.
    queueMicrotask(() => {
      if (!this.isConnected) this.#release();
    });
  }

  connectedMoveCallback() {}

  attributeChangedCallback(name, before, after) {
    if (before !== after) this.#call((widget) => widget.attribute_changed(name));
  }

  /** The scenario, an object as in a scenario file; `undefined` until the element has started. */
  get scenario() {
    return this.#call((widget) => widget.scenario());
  }

  set scenario(scenario) {
    this.#later((widget) => widget.set_scenario(scenario));
  }

  /** What the last finished run reports; `undefined` until there is one. */
  get summary() {
    return this.#call((widget) => widget.summary());
  }

  /** Plays from where the clock stands; from the start if it stands at the end. */
  play() {
    this.#later((widget) => widget.play());
  }

  pause() {
    this.#later((widget) => widget.pause());
  }

  /** Sets the clock, in seconds of the scenario. */
  seek(seconds) {
    this.#later((widget) => widget.seek(Number(seconds)));
  }

  /** Steps the followed client by so many attempts, backwards if negative. */
  step(attempts = 1) {
    this.#later((widget) => widget.step(Math.trunc(Number(attempts)) || 0));
  }

  /** Takes back all that the reader has set. */
  reset() {
    this.#saved = undefined;
    this.#later((widget) => widget.reset());
  }

  /** Fulfilled when what was asked for has been computed and is on the screen. */
  settled() {
    return new Promise((resolve, reject) => {
      if (this.#failure) reject(this.#failure);
      this.#refusals.add(reject);
      this.#later((widget) => {
        this.#refusals.delete(reject);
        widget.settled().then(() => resolve(this), reject);
      });
    });
  }

  #startWhenSeen() {
    this.#inSight = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        this.#stopLooking();
        this.#start();
      },
      { rootMargin: "200px" },
    );
    this.#inSight.observe(this);
  }

  #stopLooking() {
    this.#inSight?.disconnect();
    this.#inSight = undefined;
  }

  async #start() {
    try {
      const module = await loadModule();
      if (!this.isConnected || this.#widget) return;
      module.on_panic(panicked);
      this.#widget = new module.Widget(this, this.shadowRoot, this.#emitLater, this.#saved);
    } catch (error) {
      if (this.isConnected) this.#giveUp(error);
      return;
    }
    living.add(this);
    for (const ask of this.#waiting.splice(0)) this.#call(ask);
  }

  #release() {
    this.#stopLooking();
    living.delete(this);
    const widget = this.#widget;
    this.#widget = undefined;
    if (!widget || panic) return;
    this.#saved = widget.saved();
    widget.free();
  }

  /** The page's own content stays in sight, with a line that says why. */
  #giveUp(error) {
    const message = `The interactive figure could not start: ${error?.message ?? error}.`;
    this.#failure = new Error(message, { cause: error });
    for (const refuse of this.#refusals) refuse(this.#failure);
    this.#refusals.clear();
    const line = document.createElement("p");
    line.setAttribute("part", "error");
    line.textContent = message;
    this.shadowRoot.replaceChildren(document.createElement("slot"), line);
    this.#emitLater("retry-herd-error", { message, cause: error });
  }

  /** Stops for good after a panic in Rust: its state is not to be trusted. */
  stopAfterPanic(message) {
    this.#widget = undefined;
    this.#waiting = [];
    this.#giveUp(new Error(`it stopped at an error of its own (${message})`));
  }

  // Events wait until the Rust call that caused them has returned: a listener
  // may call back into the element.
  #emitLater = (name, detail) => {
    queueMicrotask(() => {
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    });
  };

  #call(ask) {
    if (this.#widget && !panic) return ask(this.#widget);
  }

  #later(ask) {
    if (this.#widget) this.#call(ask);
    else this.#waiting.push(ask);
  }

  /** Properties that were set before the element was defined hide the accessors. */
  #takeEarlyProperties() {
    if (!Object.hasOwn(this, "scenario")) return;
    const value = this.scenario;
    delete this.scenario;
    this.scenario = value;
  }
}

// After a panic nothing of the shared module runs any more, on any element.
const living = new Set();
let panic;

function panicked(message) {
  panic = message;
  queueMicrotask(() => {
    for (const element of living) element.stopAfterPanic(message);
    living.clear();
  });
}

if (typeof customElements !== "undefined" && !customElements.get("retry-herd")) {
  customElements.define("retry-herd", RetryHerdElement);
}
