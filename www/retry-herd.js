// <retry-herd>: the custom element. Life cycle and delegation only; what the
// element does is written in Rust (crates/widget).
//
// Two builds of that lie beside this file: a small one, with what almost every page
// needs, and one of the whole model, which is fetched once an element needs it. To
// take their wasm from elsewhere, set `globalThis.retryHerdWasm` and
// `globalThis.retryHerdWholeWasm` to the addresses before the first element connects.

// Elements are told of a change to these. A test of the widget holds both lists
// against the fields that the two builds have.
const ATTRIBUTES = [
  "preset", "jitter", "clients", "cap", "outage",
  "seed", "draws", "horizon", "clock", "arrivals", "seeding", "start", "length",
  "capacity", "tick", "growth", "base", "factor", "width", "clamp",
  "attempts", "max_attempts", "deadline", "window",
  "view", "views", "controls", "theme", "client",
];
// These mean something to the whole model only.
const WHOLE_ATTRIBUTES = [
  "leaving", "exponent", "floor", "over", "from", "admission", "room", "shed",
  "retry_after", "shed_retry_after", "retry_after_form", "retry_rule",
  "retry_after_limit", "retry_after_beyond", "degree", "plus", "cap_on", "low", "high",
  "spread", "spread_growth", "first", "shortest", "unit", "layers", "fatal", "offset",
  "budget", "share", "per_second", "tokens", "breaker", "threshold", "open_for", "probes",
];

const READY = "retry-herd-ready";
const CHANGE = "retry-herd-change";

const BASE = typeof HTMLElement === "undefined" ? class {} : HTMLElement;

/** One build of the module, for all elements of the page that need it. */
class Build {
  panic; // what it stopped at, if it has
  #living = new Set();
  #loading;
  #failures = 0;
  #name;
  #address;

  /** `name` is that of its files, `address` the property that overrides where its wasm is. */
  constructor(name, address) {
    this.#name = name;
    this.#address = address;
  }

  /** Fetched once, and once more when it is asked for after a failure. */
  load() {
    this.#loading ??= this.#start().catch((error) => {
      this.#failures += 1;
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #start() {
    if (typeof WebAssembly === "undefined") {
      throw new Error("this browser has no WebAssembly, or it is switched off");
    }
    const beside = (name) => new URL(name, import.meta.url);
    const wasm = beside(globalThis[this.#address] ?? `./${this.#name}_bg.wasm`);
    const script = beside(`./${this.#name}.js`);
    // Some browsers do not ask again for a script that once failed to come.
    if (this.#failures > 0) script.search = this.#failures;
    const [module, compiled] = await Promise.all([importFrom(script), compile(wasm)]);
    module.initSync({ module: compiled });
    module.on_panic((message) => this.#stop(message));
    return module;
  }

  /** The inner life of `element`, in this build. */
  enliven(module, element, ...values) {
    if (this.panic) throw new Error(this.panic);
    const widget = new module.Widget(element, ...values);
    this.#living.add(element);
    return widget;
  }

  forget(element) {
    this.#living.delete(element);
  }

  // After a panic nothing of this build runs any more, on any element. The other
  // build is none the worse for it.
  #stop(message) {
    this.panic = `it stopped at an error of its own (${message})`;
    queueMicrotask(() => {
      for (const element of this.#living) element.stopAfterPanic(this.panic);
      this.#living.clear();
    });
  }
}

const SMALL = new Build("retry-herd-widget", "retryHerdWasm");
const WHOLE = new Build("retry-herd-whole", "retryHerdWholeWasm");

async function importFrom(address) {
  try {
    return await import(address.href);
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
  static observedAttributes = [...ATTRIBUTES, ...WHOLE_ATTRIBUTES];

  #widget; // of Rust; there while connected and started
  #build; // which it is of
  #wantsWhole = false; // whether it is to be of the whole build, or is
  #waiting = []; // what was asked of the widget before it was there, or could take it
  #saved; // what the reader had set when the element was taken out
  #inSight; // observer of a lazy element
  #failure; // why it could not start
  #unsettled = new Set(); // the promises that are neither kept nor broken
  #isReady = false; // whether its page was told so
  #isHeld = false; // whether it would have been, by a build that is being replaced
  #warnings = new Set();

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
      if (this.isConnected) return;
      this.#release();
      this.#isReady = this.#isHeld = false;
    });
  }

  connectedMoveCallback() {}

  attributeChangedCallback(name, before, after) {
    if (before === after || !this.#widget) return;
    if (after !== null && WHOLE_ATTRIBUTES.includes(name)) this.#grow();
    this.#later((widget) => widget.attribute_changed(name));
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
      const promise = { resolve, reject };
      this.#unsettled.add(promise);
      if (this.#widget) this.#watch(promise);
    });
  }

  // A build that is being replaced keeps no promise; the next one is asked again.
  #watch(promise) {
    const widget = this.#widget;
    this.#call(() => widget.settled())?.then(() => {
      if (this.#isGrowing || widget !== this.#widget) return;
      this.#unsettled.delete(promise);
      promise.resolve(this);
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
      let refusal;
      this.#wantsWhole ||= WHOLE_ATTRIBUTES.some((name) => this.hasAttribute(name));
      if (this.#wantsWhole) {
        const module = await WHOLE.load().catch((error) => {
          refusal = error;
        });
        if (module) return this.#live(WHOLE, module);
      }
      this.#live(SMALL, await SMALL.load());
      if (refusal) this.#refuse(refusal);
    } catch (error) {
      if (this.isConnected) this.#giveUp(error);
    }
  }

  #live(build, module) {
    if (!this.isConnected || this.#widget) return;
    this.#widget = build.enliven(module, this, this.shadowRoot, this.#hear, this.#saved);
    this.#build = build;
    this.#goOn();
  }

  /** Asks what has waited, in order, up to what only the whole build can take. */
  #goOn() {
    while (this.#waiting.length > 0) {
      const ask = this.#waiting.shift();
      try {
        if (this.#call(ask) === false) return this.#putOff(ask);
      } catch (error) {
        // Nobody is there any more to catch it.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
    for (const promise of this.#unsettled) this.#watch(promise);
  }

  #putOff(ask) {
    this.#waiting.unshift(ask);
    this.#grow();
  }

  get #isGrowing() {
    return this.#wantsWhole && this.#widget && this.#build === SMALL;
  }

  /** Goes over to the whole build, with all that was set. */
  async #grow() {
    if (this.#wantsWhole) return;
    this.#wantsWhole = true;
    this.#call((widget) => widget.tell("The whole model is being loaded …"));
    let module;
    try {
      module = await WHOLE.load();
    } catch (error) {
      if (this.#isGrowing) this.#refuse(error);
      return;
    }
    // It may have been taken out since, and may even be back already.
    if (this.#isGrowing && this.isConnected) this.#replaceBy(module);
  }

  #replaceBy(module) {
    const restore = sight(this.shadowRoot);
    const wasReady = this.#isReady;
    this.#release();
    try {
      this.#live(WHOLE, module);
    } catch (error) {
      this.#giveUp(error);
      return;
    }
    restore();
    if (wasReady) this.#call((widget) => widget.tell("The whole model is loaded."));
  }

  /** Stays with the small build, and leaves out what that cannot take. */
  #refuse(error) {
    this.#wantsWhole = false;
    const text = `The whole model could not be loaded: ${error.message}. What needs it is left out.`;
    this.#call((widget) => widget.tell(text));
    if (this.#isHeld) this.#hear(READY);
    // Whatever has waited first has waited for the whole build.
    this.#waiting.shift();
    this.#goOn();
  }

  #release() {
    this.#stopLooking();
    this.#build?.forget(this);
    const widget = this.#widget;
    this.#widget = undefined;
    if (!widget || this.#build.panic) return;
    this.#saved = widget.saved();
    widget.free();
  }

  /** The page's own content stays in sight, with a line that says why. */
  #giveUp(error) {
    const message = `The interactive figure could not start: ${error?.message ?? error}.`;
    this.#failure = new Error(message, { cause: error });
    for (const { reject } of this.#unsettled) reject(this.#failure);
    this.#unsettled.clear();
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
    this.#giveUp(new Error(message));
  }

  // What the widget has to tell, in the middle of a call: what follows from it waits
  // until that has returned.
  #hear = (message, text) => {
    if (message === "warning") return this.#warn(text);
    if (message === "whole") {
      if (!this.#wantsWhole) queueMicrotask(() => this.#grow());
      return;
    }
    // Of two builds, one after the other, the page is told as of one.
    this.#isHeld = this.#isGrowing && !this.#isReady;
    if (this.#isHeld) return;
    this.#emitLater(this.#isReady ? CHANGE : READY);
    this.#isReady = true;
  };

  /** Once, however many builds and lives say it. */
  #warn(text) {
    if (this.#warnings.has(text)) return;
    this.#warnings.add(text);
    console.warn(text);
  }

  // A listener may call back into the element.
  #emitLater(name, detail) {
    queueMicrotask(() => {
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    });
  }

  #call(ask) {
    if (this.#widget && !this.#build.panic) return ask(this.#widget);
  }

  #later(ask) {
    if (!this.#widget || this.#waiting.length > 0) this.#waiting.push(ask);
    else if (this.#call(ask) === false) this.#putOff(ask);
  }

  /** Properties that were set before the element was defined hide the accessors. */
  #takeEarlyProperties() {
    if (!Object.hasOwn(this, "scenario")) return;
    const value = this.scenario;
    delete this.scenario;
    this.scenario = value;
  }
}

/** What is open in `root` and has the focus; gives what brings that back in another. */
function sight(root) {
  const all = (selector) => [...root.querySelectorAll(selector)];
  const open = all("details[open]").map(({ id }) => id);
  const fields = all("[data-field]").map(({ id }) => id);
  const speed = root.getElementById("speed").value;
  const focused = root.activeElement;
  return () => {
    for (const id of open) root.getElementById(id).open = true;
    const select = root.getElementById("speed");
    if (select.value !== speed) {
      select.value = speed;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
    if (!focused) return;
    // Where there was the button that asked for the whole model, there are its fields.
    const same = focused.id
      ? root.getElementById(focused.id)
      : root.querySelector(`input[name="${focused.name}"]:checked`);
    const next = same ?? all("[data-field]").find(({ id }) => !fields.includes(id));
    if (focused.hasAttribute("data-typing")) {
      next.value = focused.value;
      next.setAttribute("data-typing", "");
    }
    next?.focus({ preventScroll: Boolean(same) });
  };
}

if (typeof customElements !== "undefined" && !customElements.get("retry-herd")) {
  customElements.define("retry-herd", RetryHerdElement);
}
