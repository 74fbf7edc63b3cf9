import { Address } from "./address.js";
import { Announcer } from "./announcer.js";
import { Problem, whoIsThere } from "./api.js";
import { ConnectionView } from "./connection-view.js";
import { enableCopying } from "./copy.js";
import { Counters } from "./counters.js";
import { DetailView } from "./detail-view.js";
import { Finder } from "./finder.js";
import { ListControls } from "./list-controls.js";
import { ListView } from "./list-view.js";
import { Listing } from "./listing.js";
import { LiveConnection } from "./live.js";
import { OverviewPage } from "./overview-page.js";
import { Recorder } from "./recorder.js";
import { Recording } from "./recording.js";
import { session } from "./session.js";
import { SignInView } from "./sign-in-view.js";
import { Trouble } from "./trouble.js";
import { Watching } from "./watching.js";

const $ = (id) => document.getElementById(id);
/** How often counters may change their places while they move. */
const SORT_EVERY_MS = 3_000;

const live = new LiveConnection(
  `${location.origin.replace(/^http/, "ws")}/v1/live`,
  () => session.token,
);
const connection = new ConnectionView($("connection"), live);
const trouble = new Trouble($("trouble"), retryNow);
const recorder = new Recorder((problem) => trouble.report("record", problem), recordingChanged);
const list = new ListView($("list"), $("row"), { open: openDetail, plus });
const detail = new DetailView($("detail"), {
  plus,
  choose: (parts) => go(address.with(parts)),
  report: reportUnlessMissing,
  seen: countRead,
});
const recording = new Recording($("recording"), (on) => detail.explain(on));
const finder = new Finder($("found"), {
  report: (problem) => trouble.report("find", problem),
  found: watchCounter,
});
const announcer = new Announcer($("announcer"));
const listing = new Listing({
  empty: $("empty"),
  report: (source, problem) => trouble.report(source, problem),
  changed: showCounters,
  known: kindKnown,
});
const overview = new OverviewPage(
  { root: $("overview"), card: $("card"), line: $("card-line") },
  live,
  (source, problem) => trouble.report(source, problem),
);
const signIn = new SignInView($("sign-in"), $("sign-out"), somebodyElse);
const watching = new Watching(
  { start: $("watch"), stop: $("unwatch"), screen: $("full-screen") },
  (on) => go(address.with({ watching: on })),
);
const controls = new ListControls({
  search: (prefix) => replace(address.with({ prefix })),
  order: (order) => go(address.with({ order })),
  turn: (by) => listing.turn(by),
  open: (namespace) => go(new Address({ namespace, watching: address.watching })),
  find: findCounter,
  known: () => overview.names,
});

let address = new Address();
/** The counters of the open namespace; null on the overview. */
let counters = null;
const changed = new Set();
let sortedAt = 0;

// What is shown: all namespaces, one of them, or one of its counters. The address of the page says which.

/** Shows what an address says, and has the button "back" lead to what was shown before. */
function go(to) {
  if (String(to) !== String(address)) {
    history.pushState(null, "", String(to));
    show(to);
  }
}

/** The same without a way back: a search has one address, not one for each letter. */
function replace(to) {
  history.replaceState(null, "", String(to));
  show(to);
}

function show(to) {
  const before = address;
  address = to;
  watching.show(to.watching);
  document.body.dataset.page = to.namespace ? "namespace" : "overview";
  controls.show(to);
  if (!to.namespace) {
    closeNamespace();
    document.title = "Quipu";
    overview.open(to);
    return;
  }
  overview.close();
  const stays = counters?.namespace === to.namespace;
  if (!stays) {
    openNamespace(to.namespace);
  }
  listing.open(counters, to.prefix, to.order || "count");
  if (to.counter && to.counter !== before.counter && !counters.get(to.counter)) {
    finder.find(counters.namespace, to.counter);
  }
  // What nobody has chosen is the first of the list; it stays while one searches.
  const first = stays && !before.counter ? detail.counter : null;
  select(to.counter ? counters.get(to.counter) ?? null : first);
  showCounters();
}

function closeNamespace() {
  counters = null;
  recording.switchOff();
  finder.reset();
  listing.close();
  detail.show(new Counters(""), null, address);
  list.show([]);
  for (const source of ["list", "count", "history", "record"]) {
    trouble.report(source, null);
  }
}

function openNamespace(namespace) {
  closeNamespace();
  counters = new Counters(namespace);
}

function findCounter(name) {
  if (counters.get(name)?.answer || counters.get(name)?.events > 0n) {
    finder.reset();
    watchCounter(name);
  } else {
    finder.find(counters.namespace, name);
  }
}

/** Shows a counter that exists, or that the user wants to see all the same. */
function watchCounter(name) {
  const counter = counters.take(name);
  counters.remember(name);
  listing.added();
  if (address.counter === name) {
    show(address);
  } else {
    go(address.with({ counter: name }));
  }
  list.reveal(counter);
}

function showCounters() {
  if (!counters) {
    return;
  }
  sortedAt = Date.now();
  const shown = listing.shown();
  list.show(shown);
  controls.showPlace(listing, shown.length);
  if (!detail.counter && shown.length > 0 && !address.counter) {
    select(shown[0]);
  }
  follow(shown);
}

function follow(shown) {
  const looked = [detail.counter, ...detail.compared].filter((counter) => counter);
  if (!listing.prefix) {
    counters.keepOnly([...shown, ...looked]);
  }
  const names = new Set(
    (listing.prefix ? looked : [...shown, ...looked]).map(({ name }) => name),
  );
  live.follow(new Map([[counters.namespace, names]]), listing.prefix);
}

function openDetail(counter) {
  finder.reset();
  go(address.with({ counter: counter.name }));
  if (matchMedia("(max-width: 56rem)").matches) {
    $("detail").scrollIntoView();
  }
}

function select(counter) {
  list.select(counter);
  detail.show(counters, counter, address);
  detail.explain(recording.on);
  document.title = counter ? `${counter.name} · Quipu` : `${counters.namespace} · Quipu`;
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
  if (!counters) {
    overview.see(message);
    return;
  }
  if (message.namespace !== counters.namespace) {
    return;
  }
  let counter = counters.get(message.counter);
  if (!counter && listing.prefix && message.counter.startsWith(listing.prefix.prefix)) {
    counter = counters.take(message.counter);
    counter.see(message);
    listing.added();
    showCounters();
  } else if (counter) {
    counter.see(message);
  }
  if (counter) {
    changedOnScreen(counter);
    if (counter === detail.counter) {
      detail.moved(message);
    }
  }
});

live.addEventListener("more", () => listing.tooMany());

live.addEventListener("refused", ({ detail: message }) => {
  if (message.prefix !== undefined && message.status === 400) {
    listing.tooMany();
  } else {
    reportUnlessMissing("live", new Problem(message.status, message.detail));
  }
});

live.addEventListener("unauthenticated", () => signIn.ask());
whoIsThere.addEventListener("asked", () => {
  live.hold();
  signIn.ask();
});

live.addEventListener("state", () => {
  document.body.dataset.live = live.state;
  connection.update();
  trouble.liveDownSince(live.downSince);
  if (live.state === "open") {
    trouble.report("live", null);
    retryReads();
  } else {
    counters?.forEach((counter) => counter.interrupt());
    overview.interrupt();
  }
});

function countRead(counter, read) {
  // A read may be older than what the live connection has said since.
  if (live.state !== "open" || counter.events === null || BigInt(read.events) >= counter.events) {
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
  connection.tick();
  if (!counters) {
    overview.tick();
    return;
  }
  if (listing.prefix && !list.isUsed && Date.now() - sortedAt >= SORT_EVERY_MS) {
    showCounters();
  }
  list.tick();
  detail.tick(live.state === "open" || live.state === "held");
  announcer.tick(detail.counter);
}

// The user acts.

async function plus(counter) {
  if (!recording.on) {
    return;
  }
  await recorder.plusOne(counter);
  if (counter === detail.counter && live.state !== "open") {
    detail.refresh();
  }
}

function recordingChanged(counter) {
  trouble.waiting(recorder.unsent);
  changedOnScreen(counter);
}

function somebodyElse() {
  trouble.clear();
  live.hold();
  live.connect();
  retryReads();
}

function retryReads() {
  if (signIn.isOpen) {
    return;
  }
  overview.retry();
  listing.retry();
  detail.retry();
  finder.retry();
}

function retryNow() {
  live.reconnect();
  retryReads();
}

addEventListener("popstate", () => show(Address.parse(location.hash)));

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
show(Address.parse(location.hash));
live.connect();
setInterval(tick, 1_000);
