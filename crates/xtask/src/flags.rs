//! The command line of `cargo xtask`.

// The macro generates undocumented, unreachable items.
#![allow(missing_docs, unreachable_pub)]

use std::path::PathBuf;

xflags::xflags! {
    /// Set-up, serve, build and test Retry Herd. Missing tools are installed
    /// on the way, and nothing is said when all are there.
    cmd xtask {
        /// Serves the page, rebuilding it when a source changes.
        cmd serve {}
        /// Builds the page for publication into dist/.
        cmd build {}
        /// Runs every check, or only the steps named.
        cmd test {
            /// Only what needs no browser: fmt, clippy and the native tests.
            optional --quick
            /// fmt, clippy, clippy-wasm, docs, native, small, libraries, wasm, build, size or e2e.
            repeated step: String
        }
        /// Compares what a reader of dist/ downloads with the limit.
        cmd size {}
        /// Measures attempts per second, natively and in wasm: about ten minutes.
        cmd bench {}
        /// Looks for texts that break what reads them: a fuzzer, for each of its two
        /// targets.
        cmd fuzz {
            /// For so many seconds each; 60 if not given.
            optional seconds: u32
        }
        /// Makes the tables of docs/findings again, from the commands that stand there.
        cmd findings {}
        /// Takes docs/herd.png from the page in dist/.
        cmd screenshot {}
        /// Shrinks a wasm file in place.
        cmd optimize {
            /// The file.
            required wasm: PathBuf
        }
        /// The hook that trunk calls after each build.
        cmd post-build {}
    }
}
