"""What the page costs. A machine that is busy with other work stretches every duration, so the limits of the tests hold for
processor time: of the tasks of the page's main thread from a trace, of all of them together from the browser's counters."""
import json
import time

from browser import chromium

# In the page: when the view had its data, in milliseconds since the page was asked for. Loading… is gone for two frames.
READY = """
window.ready = null;
{
  let frames = 0;
  const look = () => {
    const is_there = document.querySelector("main h1") && document.querySelector("main .panel") && !document.querySelector(".loading");
    frames = is_there ? frames + 1 : 0;
    if (frames < 2) requestAnimationFrame(look);
    else window.ready = performance.now();
  };
  requestAnimationFrame(look);
}
"""


class Tasks:
    """`with Tasks(page) as tasks:` — afterwards the longest task of the page's main thread, in milliseconds."""

    def __init__(self, page):
        self.page = page

    def __enter__(self):
        chromium().start_tracing(page=self.page, categories=["disabled-by-default-devtools.timeline"])
        return self

    def __exit__(self, *_):
        events = json.loads(chromium().stop_tracing())["traceEvents"]
        threads = {(event["pid"], event["tid"]): event["args"]["name"] for event in events if event["name"] == "thread_name"}
        tasks = [event for event in events if event["name"] == "RunTask" and threads.get((event["pid"], event["tid"])) == "CrRendererMain"]
        assert tasks, "the trace has no task of a page"
        self.longest_ms = max(event.get("tdur", 0) for event in tasks) / 1000
        self.longest_on_the_clock_ms = max(event.get("dur", 0) for event in tasks) / 1000


class Counters:
    """The browser's counters of one page. Durations are of the processor, in seconds."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def now(self):
        return {one["name"]: one["value"] for one in self.session.send("Performance.getMetrics")["metrics"]}

    def busy(self, seconds, meanwhile=lambda: None):
        """What the main thread worked during so many seconds, by kind, as parts of a second for each second."""
        before, begin = self.now(), time.monotonic()
        meanwhile()
        while (left := begin + seconds - time.monotonic()) > 0:
            time.sleep(left)
        after, took = self.now(), time.monotonic() - begin
        return {name: (after[name] - before[name]) / took for name in ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration")}

    def kept(self):
        """Bytes of the script's memory and nodes of the document, with nothing left that could be collected."""
        for _ in range(2):
            self.session.send("HeapProfiler.collectGarbage")
        now = self.now()
        return now["JSHeapUsedSize"], now["Nodes"]


def listen_for_answers(page):
    """A list that grows with each answer of the node; items_of() says what is in one."""
    answers = []
    page.on("response", lambda response: "/v1/" in response.url and answers.append(response))
    return answers


def items_of(answer):
    """How many rows the node gave."""
    if "json" not in answer.headers.get("content-type", ""):
        return 0
    return len(answer.json().get("items", []))


def ready_ms(page, seconds=60):
    """When the view had its data; see READY. The policy of the page does not let Playwright wait for an expression by itself."""
    end = time.monotonic() + seconds
    while (ready := page.evaluate("window.ready")) is None:
        assert time.monotonic() < end, "the view has no data"
        page.wait_for_timeout(20)
    return ready
