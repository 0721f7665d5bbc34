//! Draws delays from the retry policies of Rust libraries, as JSON lines; what they say
//! is told in `../python/draw.py`.

use std::time::{Duration, SystemTime};

use backoff::backoff::Backoff as _;
use backon::BackoffBuilder as _;
use retry_policies::policies::ExponentialBackoff as RetryPolicies;
use retry_policies::{RetryDecision, RetryPolicy as _};
use serde_json::{Value, json};
use tokio_retry::strategy::{ExponentialBackoff as TokioRetry, jitter};
use tower::retry::backoff::{Backoff as _, ExponentialBackoffMaker, MakeBackoff as _};

const SAMPLES: u64 = 4_000;

fn main() {
    backon();
    backoff();
    tokio_retry();
    retry_policies();
    tower();
}

/// Writes lines about one policy of one crate, whose version is that of the lock file.
struct Library {
    policy: &'static str,
    version: String,
}

impl Library {
    fn new(policy: &'static str, package: &str) -> Self {
        let lock = include_str!("../Cargo.lock");
        let name = format!("name = \"{package}\"\nversion = \"");
        let start = lock.find(&name).expect("the package is locked") + name.len();
        let version = lock[start..]
            .split('"')
            .next()
            .expect("a version")
            .to_owned();
        Self { policy, version }
    }

    fn line(&self, mut fields: Value) {
        fields["policy"] = json!(self.policy);
        fields["version"] = json!(self.version);
        println!("{fields}");
    }

    /// Takes all delays of many clients, and keeps those of some retries.
    fn sessions<I>(&self, retries: &[usize], session: impl Fn(u64) -> I)
    where
        I: Iterator<Item = Duration>,
    {
        let most = retries.iter().max().map_or(0, |most| most + 1);
        let clients: Vec<Vec<f64>> = (0..SAMPLES)
            .map(|client| {
                session(client)
                    .take(most)
                    .map(|delay| delay.as_secs_f64())
                    .collect()
            })
            .collect();
        for &retry in retries {
            let seconds: Vec<f64> = clients.iter().map(|delays| delays[retry]).collect();
            self.line(json!({"retry": retry, "seconds": seconds}));
        }
    }
}

fn backon() {
    use backon::ExponentialBuilder;

    let default = ExponentialBuilder::default();
    let many = default.with_max_times(12);
    let plain = Library::new("backon", "backon");
    plain.sessions(&[0, 1, 2, 3, 6, 8], |_| many.build());
    plain.line(json!({"attempts": default.build().count() + 1}));
    let jittered = Library::new("backon-jitter", "backon");
    let random = many.with_jitter();
    jittered.sessions(&[0, 1, 2, 3, 6, 8], |client| {
        random.with_jitter_seed(client).build()
    });
    jittered.line(json!({"attempts": default.with_jitter().build().count() + 1}));
}

fn backoff() {
    let policy = Library::new("backoff-rust", "backoff");
    policy.sessions(&[0, 1, 2, 3, 12, 14], |_| {
        let mut session = backoff::ExponentialBackoff {
            max_elapsed_time: None,
            ..Default::default()
        };
        std::iter::from_fn(move || session.next_backoff())
    });
    let deadline = backoff::ExponentialBackoff::default().max_elapsed_time;
    let deadline = deadline.map(|deadline| deadline.as_secs_f64());
    policy.line(json!({"attempts": null, "deadline": deadline}));
}

fn tokio_retry() {
    let policy = Library::new("tokio-retry", "tokio-retry");
    policy.sessions(&[0, 1, 2, 3, 4], |_| {
        TokioRetry::from_millis(10).map(jitter)
    });
    policy.line(json!({"attempts": null}));
}

fn retry_policies() {
    let policy = Library::new("reqwest-retry", "retry-policies");
    policy.sessions(&[0, 1, 2, 3, 11, 13], |_| {
        let default = RetryPolicies::builder().build_with_max_retries(20);
        (0..).map_while(move |retry| {
            let now = SystemTime::now();
            match default.should_retry(now, retry) {
                RetryDecision::Retry { execute_after } => execute_after.duration_since(now).ok(),
                RetryDecision::DoNotRetry => None,
            }
        })
    });
}

/// Up to the fifth retry: our policy's remark says what happens then.
fn tower() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime without threads");
    let _guard = runtime.enter();
    let now = runtime.block_on(async { tokio::time::Instant::now() });
    let policy = Library::new("tower", "tower");
    policy.sessions(&[0, 1, 2, 3, 4], |_| {
        let mut session = ExponentialBackoffMaker::default().make_backoff();
        std::iter::from_fn(move || Some(session.next_backoff().deadline() - now))
    });
    policy.line(json!({"attempts": null}));

    // What the remark says of one maker's luck.
    let mut maker = ExponentialBackoffMaker::default();
    let mut first = || maker.make_backoff().next_backoff().deadline();
    assert_eq!(first(), first(), "tower's calls have luck of their own now");
}
