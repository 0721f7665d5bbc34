// The last line of the suite, in words that a person and a script both read.

/** Prints `e2e: 12 passed, 0 failed`. */
export default class SummaryReporter {
  onBegin(_config, suite) {
    this.suite = suite
  }

  onEnd() {
    const count = { expected: 0, flaky: 0, skipped: 0, unexpected: 0 }
    for (const test of this.suite.allTests()) count[test.outcome()] += 1
    // A test that passes only the second time has told something.
    const failed = count.unexpected + count.flaky
    console.log(`e2e: ${count.expected} passed, ${failed} failed, ${count.skipped} skipped`)
  }

  printsToStdio() {
    return true
  }
}
