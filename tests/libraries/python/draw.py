"""Draws delays from the retry policies of Python libraries, as JSON lines.

Each library retries for itself, with nothing but its sleep taken away, or is asked
through the function that it asks. One line for each policy and retry:

    {"policy": "tenacity-random-exponential", "version": "9.2.1", "retry": 0, "seconds": [...]}

with "retry_after" (in seconds) if a server said so; and one line for each policy with the
attempts that it makes if nothing else is asked for, null for no limit, or its "deadline":

    {"policy": "stripe-python", "version": "16.1.0", "attempts": 3}
"""

import importlib.metadata
import inspect
import json
import random
import sys
from unittest import mock

SAMPLES = 4_000
# Of policies without luck: enough to tell that they have none.
FEW = 50
SEED = 20_261_130
RETRY_AFTER = 3


class Failure(Exception):
    """What the call that is retried fails with."""


class Sleeps:
    """Takes the place of a sleep, and remembers how long it would have been."""

    def __init__(self):
        self.seconds = []

    def __call__(self, seconds):
        self.seconds.append(float(seconds))


class Library:
    """Writes lines about one policy of one installed package."""

    def __init__(self, policy, package):
        self.start = {"policy": policy, "version": importlib.metadata.version(package)}

    def line(self, **fields):
        print(json.dumps(self.start | fields))

    def sessions(self, session, retries, samples=SAMPLES, **fields):
        """Calls session() for all delays of one client, and keeps those of some retries."""
        clients = [session() for _ in range(samples)]
        for retry in retries:
            seconds = [client[retry] for client in clients]
            self.line(retry=retry, seconds=seconds, **fields)

    def function(self, delay, retries, **fields):
        """Calls delay(retry) again and again."""
        for retry in retries:
            seconds = [float(delay(retry)) for _ in range(SAMPLES)]
            self.line(retry=retry, seconds=seconds, **fields)


def fail(*_args, **_kwargs):
    raise Failure


def tenacity():
    from tenacity import (
        RetryError,
        Retrying,
        stop_after_attempt,
        stop_never,
        wait_exponential_jitter,
        wait_random_exponential,
    )

    def session(attempts, **settings):
        sleeps = Sleeps()
        try:
            Retrying(stop=stop_after_attempt(attempts), sleep=sleeps, **settings)(fail)
        except RetryError:
            return sleeps.seconds
        raise AssertionError("it succeeded")

    assert Retrying().stop is stop_never
    bare = Library("tenacity", "tenacity")
    bare.sessions(lambda: session(5), [0, 1, 3], FEW)
    bare.line(attempts=None)
    full = Library("tenacity-random-exponential", "tenacity")
    full.sessions(lambda: session(8, wait=wait_random_exponential()), [0, 1, 2, 3, 6])
    full.line(attempts=None)
    added = Library("tenacity-exponential-jitter", "tenacity")
    wait = wait_exponential_jitter(max=60)
    added.sessions(lambda: session(9, wait=wait), [0, 1, 2, 3, 5, 7])
    added.line(attempts=None)


def backoff():
    import backoff as library

    def session():
        sleeps = Sleeps()
        with mock.patch("backoff._sync.time.sleep", sleeps):
            try:
                library.on_exception(library.expo, Failure, max_tries=8)(fail)()
            except Failure:
                return sleeps.seconds
        raise AssertionError("it succeeded")

    policy = Library("backoff-python", "backoff")
    with mock.patch("logging.Logger.log"):
        policy.sessions(session, [0, 1, 2, 3, 6])
    defaults = inspect.signature(library.on_exception).parameters
    policy.line(attempts=defaults["max_tries"].default)


def urllib3():
    from urllib3.exceptions import MaxRetryError, ProtocolError
    from urllib3.response import HTTPResponse
    from urllib3.util import Retry

    def session(retry, response=None):
        seconds = []
        try:
            while True:
                retry = retry.increment("GET", "/", error=ProtocolError("failed"))
                sleeps = Sleeps()
                with mock.patch("urllib3.util.retry.time.sleep", sleeps):
                    retry.sleep(response)
                seconds.append(sum(sleeps.seconds))
        except MaxRetryError:
            return seconds

    assert Retry().total == 10
    plain = Library("urllib3", "urllib3")
    # Twelve times in place of ten: the cap is beyond.
    plain.sessions(lambda: session(Retry(12, backoff_factor=0.1)), [0, 1, 2, 3, 9, 11], FEW)
    plain.line(attempts=len(session(Retry(10, backoff_factor=0.1))) + 1)
    told = HTTPResponse(status=503, headers={"Retry-After": str(RETRY_AFTER)})
    plain.sessions(
        lambda: session(Retry(10, backoff_factor=0.1), told),
        [0, 1, 2],
        FEW,
        retry_after=RETRY_AFTER,
    )
    added = Library("urllib3-jitter", "urllib3")
    jittered = Retry(10, backoff_factor=1, backoff_jitter=1)
    added.sessions(lambda: session(jittered), [0, 1, 2, 3, 6, 8])
    added.line(attempts=len(session(jittered)) + 1)


def google_api_core():
    from google.api_core.exceptions import ServiceUnavailable
    from google.api_core.retry import Retry

    def unavailable():
        raise ServiceUnavailable("failed")

    def session():
        sleeps = Sleeps()

        def enough(_error):
            if len(sleeps.seconds) == 9:
                raise Failure

        # Its clock stands still, so that its deadline does not end it.
        module = "google.api_core.retry.retry_unary.time"
        with mock.patch(f"{module}.sleep", sleeps), mock.patch(f"{module}.monotonic", lambda: 0.0):
            try:
                Retry(on_error=enough)(unavailable)()
            except Failure:
                return sleeps.seconds
        raise AssertionError("it succeeded")

    policy = Library("google-api-core", "google-api-core")
    policy.sessions(session, [0, 1, 2, 3, 6, 8])
    policy.line(attempts=None, deadline=Retry()._timeout)


def generated(name, client, options):
    """OpenAI's and Anthropic's kits: one generator made both."""
    policy = Library(name, name.removesuffix("-python"))
    most = 10

    def delay(retry, headers=None):
        return client._calculate_retry_timeout(most - retry, options(most), headers)

    policy.function(delay, [0, 1, 2, 3, 4, 8])
    policy.line(attempts=client.max_retries + 1)
    headers = {"retry-after": str(RETRY_AFTER)}
    policy.function(lambda retry: delay(retry, headers), [0, 1], retry_after=RETRY_AFTER)


def openai():
    from openai import OpenAI
    from openai._models import FinalRequestOptions

    client = OpenAI(api_key="none")
    generated(
        "openai-python",
        client,
        lambda most: FinalRequestOptions(method="get", url="/", max_retries=most),
    )


def anthropic():
    from anthropic import Anthropic
    from anthropic._models import FinalRequestOptions

    client = Anthropic(api_key="none")
    generated(
        "anthropic-python",
        client,
        lambda most: FinalRequestOptions(method="get", url="/", max_retries=most),
    )


def stripe():
    import stripe as library
    from stripe._http_client import HTTPClient

    class Failing(HTTPClient):
        name = "failing"

        def request(self, *_args, **_kwargs):
            return "", 503, {}

        def request_stream(self, *_args, **_kwargs):
            raise NotImplementedError

        def close(self):
            pass

    client = Failing()

    def session(retries):
        sleeps = Sleeps()
        with mock.patch("stripe._http_client.time.sleep", sleeps):
            client.request_with_retries("get", "/", {}, max_network_retries=retries)
        return sleeps.seconds

    policy = Library("stripe-python", "stripe")
    policy.sessions(lambda: session(8), [0, 1, 2, 3, 4, 7])
    policy.line(attempts=len(session(library.max_network_retries)) + 1)


def azure_core():
    from azure.core.pipeline import Pipeline
    from azure.core.pipeline.policies import RetryPolicy
    from azure.core.pipeline.transport import HttpRequest, HttpResponse, HttpTransport

    class Response(HttpResponse):
        def body(self):
            return b""

    class Failing(HttpTransport):
        def __init__(self, headers):
            self.headers = headers
            self.sleep = Sleeps()
            self.requests = 0

        def send(self, request, **_kwargs):
            self.requests += 1
            response = Response(request, None)
            response.status_code = 503
            response.headers = self.headers
            return response

        def open(self):
            pass

        def close(self):
            pass

        def __exit__(self, *_args):
            pass

    def session(headers, **settings):
        transport = Failing(headers)
        pipeline = Pipeline(transport, policies=[RetryPolicy(**settings)])
        pipeline.run(HttpRequest("GET", "/"))
        # It does not sleep at all where the delay is zero.
        seconds = transport.sleep.seconds
        return [0.0] * (transport.requests - 1 - len(seconds)) + seconds

    policy = Library("azure-core-python", "azure-core")
    many = {"retry_total": 12, "retry_status": 12}
    policy.sessions(lambda: session({}, **many), [0, 1, 2, 3, 8, 11], FEW)
    policy.line(attempts=len(session({})) + 1)
    told = {"Retry-After": str(RETRY_AFTER)}
    policy.sessions(lambda: session(told), [0, 1, 2], FEW, retry_after=RETRY_AFTER)


def celery():
    from celery import Celery
    from celery.exceptions import MaxRetriesExceededError, Retry

    app = Celery("draw", broker="memory://")

    @app.task(bind=True)
    def plain(self):
        raise self.retry()

    @app.task(bind=True, autoretry_for=(Failure,), retry_backoff=True, max_retries=12)
    def backing_off(self):
        raise Failure

    def delay(task, retry):
        task.push_request(id="1", retries=retry, called_directly=False, args=(), kwargs={})
        try:
            task.run()
        except Retry as again:
            return again.when
        finally:
            task.pop_request()
        raise AssertionError("it succeeded")

    def attempts(task):
        for retry in range(100):
            try:
                delay(task, retry)
            except (MaxRetriesExceededError, Failure):
                return retry + 1
        raise AssertionError("no end")

    @app.task(bind=True, autoretry_for=(Failure,), retry_backoff=True)
    def by_default(self):
        raise Failure

    fixed = Library("celery", "celery")
    jittered = Library("celery-backoff", "celery")
    with (
        mock.patch("celery.app.task.Task.apply_async"),
        mock.patch("celery.canvas.Signature.apply_async"),
    ):
        fixed.line(attempts=attempts(plain))
        for retry in [0, 1, 2]:
            fixed.line(retry=retry, seconds=[float(delay(plain, retry)) for _ in range(FEW)])
        jittered.line(attempts=attempts(by_default))
        jittered.function(lambda retry: delay(backing_off, retry), [0, 1, 2, 3, 6, 10])


def botocore():
    from botocore.awsrequest import AWSResponse
    from botocore.exceptions import ClientError, ConnectionClosedError
    from botocore.retries.standard import ExponentialBackoff, RetryContext
    from botocore.session import get_session

    def context(retry, headers=None):
        response = AWSResponse("http://localhost", 503, headers or {}, None)
        return RetryContext(attempt_number=retry + 1, http_response=response)

    class Throttled:
        def is_throttling_error_from_context(self, _context):
            return True

    def policy(name, retries, **settings):
        line = Library(name, "botocore")
        backoff = ExponentialBackoff(**settings)
        line.function(lambda retry: backoff.delay_amount(context(retry)), retries)
        headers = {"x-amz-retry-after": str(RETRY_AFTER * 1_000)}
        line.function(
            lambda retry: backoff.delay_amount(context(retry, headers)),
            [0, 4, retries[-1]],
            retry_after=RETRY_AFTER,
        )
        return line

    def attempts(service, call):
        """How often a whole client sends, its HTTP session and its sleep taken away."""
        client = get_session().create_client(
            service,
            region_name="eu-west-1",
            aws_access_key_id="none",
            aws_secret_access_key="none",
        )
        closed = ConnectionClosedError(endpoint_url="http://localhost")
        with (
            mock.patch("botocore.httpsession.URLLib3Session.send", side_effect=closed) as send,
            mock.patch("time.sleep"),
        ):
            try:
                call(client)
            except (ConnectionClosedError, ClientError):
                return send.call_count
        raise AssertionError("it succeeded")

    policy("aws-botocore", [0, 1, 2, 3, 9]).line(
        attempts=attempts("sqs", lambda client: client.list_queues())
    )
    policy("aws-botocore-throttled", [0, 1, 2, 3, 5], throttling_detector=Throttled())
    policy("aws-botocore-dynamodb", [0, 1, 2, 3, 10], service_name="dynamodb").line(
        attempts=attempts("dynamodb", lambda client: client.list_tables())
    )


def redis():
    from redis import Redis
    from redis.backoff import DecorrelatedJitterBackoff
    from redis.exceptions import ConnectionError
    from redis.retry import Retry

    def closed():
        raise ConnectionError

    def session(retry):
        sleeps = Sleeps()
        with mock.patch("redis.retry.sleep", sleeps):
            try:
                retry.call_with_retry(closed, lambda _error: None)
            except ConnectionError:
                return sleeps.seconds
        raise AssertionError("it succeeded")

    default = Redis().get_retry()
    policy = Library("redis-py", "redis")
    policy.sessions(lambda: session(default), [0, 1, 2, 5, 6, 9])
    policy.line(attempts=len(session(default)) + 1)
    decorrelated = Library("redis-py-decorrelated", "redis")
    jitter = Retry(DecorrelatedJitterBackoff(), 10)
    decorrelated.sessions(lambda: session(jitter), [0, 1, 2, 3, 6, 9])
    decorrelated.line(attempts=len(session(jitter)) + 1)


LIBRARIES = [
    anthropic,
    azure_core,
    backoff,
    botocore,
    celery,
    google_api_core,
    openai,
    redis,
    stripe,
    tenacity,
    urllib3,
]

if __name__ == "__main__":
    wanted = sys.argv[1:]
    for library in LIBRARIES:
        if not wanted or library.__name__ in wanted:
            random.seed(SEED)
            library()
