import { Announcer } from "./announcer.js";
import { Problem } from "./api.js";
import { ConnectionView } from "./connection-view.js";
import { enableCopying } from "./copy.js";
import { Counters, nameError } from "./counters.js";
import { DetailView } from "./detail-view.js";
import { Finder } from "./finder.js";
import { ListView } from "./list-view.js";
import { Listing } from "./listing.js";
import { LiveConnection } from "./live.js";
import { recentNamespaces } from "./recent-namespaces.js";
import { Recorder } from "./recorder.js";
import { Recording } from "./recording.js";
import { Trouble } from "./trouble.js";

const $ = (id) => document.getElementById(id);

const live = new LiveConnection(`${location.origin.replace(/^http/, "ws")}/v1/live`);
const connection = new ConnectionView($("connection"), live);
const trouble = new Trouble($("trouble"), retryNow);
const recorder = new Recorder((problem) => trouble.report("record", problem), recordingChanged);
const list = new ListView($("list"), $("row"), { open: openDetail, plus });
const detail = new DetailView($("detail"), { plus, report: reportUnlessMissing, seen: countRead });
const recording = new Recording($("recording"), (on) => detail.explain(on));
const finder = new Finder($("found"), {
  report: (problem) => trouble.report("find", problem),
  found: showCounter,
});
const announcer = new Announcer($("announcer"));
const listing = new Listing({
  empty: $("empty"),
  more: $("more"),
  report: (source, problem) => trouble.report(source, problem),
  changed: showCounters,
  known: kindKnown,
});

let counters = null;
const changed = new Set();

// What is shown: a namespace, its counters, one of them in detail. The address of the page says which.

function openAddress() {
  const address = new URLSearchParams(location.hash.slice(1));
  openNamespace(address.get("namespace") || recentNamespaces()[0]);
  const name = address.get("counter");
  if (name && !nameError(name)) {
    findCounter(name);
  }
}

function openNamespace(namespace) {
  counters = new Counters(namespace);
  $("namespace").value = namespace;
  recording.switchOff();
  finder.reset();
  select(null);
  live.follow(namespace, []);
  showCounters();
  for (const source of ["list", "count", "history", "record"]) {
    trouble.report(source, null);
  }
  listing.open(counters);
}

function findCounter(name) {
  if (counters.get(name)) {
    finder.reset();
    showCounter(name);
  } else {
    finder.find(counters.namespace, name);
  }
}

/** Shows a counter that exists, or that the user wants to see all the same. */
function showCounter(name) {
  if (!counters.get(name)) {
    counters.add([name]);
    counters.remember(name);
  }
  listing.added();
  select(counters.get(name));
  showCounters();
  list.reveal(counters.get(name));
}

function showCounters() {
  const sorted = counters.sorted();
  list.show(sorted);
  live.followAlso(sorted.map((counter) => counter.name));
  if (!detail.counter && sorted.length > 0) {
    select(sorted[0]);
  }
}

function openDetail(counter) {
  finder.reset();
  select(counter);
  if (matchMedia("(max-width: 56rem)").matches) {
    $("detail").scrollIntoView();
  }
}

function select(counter) {
  list.select(counter);
  detail.show(counter, counters.kind);
  detail.explain(recording.on);
  const address = new URLSearchParams({
    namespace: counters.namespace,
    ...(counter && { counter: counter.name }),
  });
  history.replaceState(null, "", `#${address}`);
  document.title = counter ? `${counter.name} · Quipu` : "Quipu";
}

function kindKnown(of) {
  if (of === counters) {
    document.body.dataset.clicks = String(of.kind.takesClicks);
    select(detail.counter);
  }
}

// Counts arrive.

/** That the namespace is missing is what the listing says, and better. */
function reportUnlessMissing(source, problem) {
  trouble.report(source, problem?.status === 404 ? null : problem);
}

live.addEventListener("count", ({ detail: message }) => {
  const counter =
    message.namespace === counters.namespace ? counters.get(message.counter) : undefined;
  if (counter) {
    counter.see(message);
    changedOnScreen(counter);
    if (counter === detail.counter) {
      detail.refresh();
    }
  }
});

live.addEventListener("refused", ({ detail: message }) => {
  reportUnlessMissing("live", new Problem(message.status, message.detail));
});

live.addEventListener("state", () => {
  document.body.dataset.live = live.state;
  connection.update();
  trouble.liveDownSince(live.downSince);
  if (live.state === "open") {
    trouble.report("live", null);
    retryReads();
  } else {
    counters.sorted().forEach((counter) => counter.interrupt());
  }
});

function countRead(counter, read) {
  // A read may be older than what the live connection has said since.
  if (live.state !== "open") {
    counter.know(read);
    changedOnScreen(counter);
  }
}

function changedOnScreen(counter) {
  if (changed.size === 0) {
    requestAnimationFrame(render);
  }
  changed.add(counter);
}

function render() {
  for (const counter of changed) {
    list.update(counter);
    if (counter === detail.counter) {
      detail.update();
    }
  }
  changed.clear();
}

function tick() {
  if (document.hidden) {
    return;
  }
  list.tick();
  detail.tick(live.state === "open");
  connection.tick();
  announcer.tick(detail.counter);
}

// The user acts.

async function plus(counter) {
  if (!recording.on) {
    return;
  }
  await recorder.plusOne(counter);
  if (counter === detail.counter) {
    detail.refresh();
  }
}

function recordingChanged(counter) {
  trouble.waiting(recorder.unsent);
  changedOnScreen(counter);
}

function retryReads() {
  listing.retry();
  detail.retry();
  finder.retry();
}

function retryNow() {
  live.reconnect();
  retryReads();
}

$("namespace-form").addEventListener("submit", (event) => {
  event.preventDefault();
  openNamespace($("namespace").value);
});

$("find-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const error = nameError($("counter-name").value);
  $("name-error").textContent = error;
  $("name-error").hidden = error === "";
  if (error === "") {
    findCounter($("counter-name").value);
  }
});

$("namespace").addEventListener("focus", () => {
  const options = recentNamespaces().map((namespace) => new Option(namespace, namespace));
  $("namespaces").replaceChildren(...options);
});

addEventListener("hashchange", openAddress);

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    retryNow();
  }
});

addEventListener("beforeunload", (event) => {
  if (recorder.unsent > 0) {
    event.preventDefault();
  }
});

enableCopying();
openAddress();
live.connect();
setInterval(tick, 1_000);
