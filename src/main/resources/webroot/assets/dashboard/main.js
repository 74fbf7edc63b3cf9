import { Address } from "./address.js";
import { Problem, whoIsThere } from "./api.js";
import { ConnectionView } from "./connection-view.js";
import { enableCopying } from "./copy.js";
import { ListControls } from "./list-controls.js";
import { onKeys } from "./keys.js";
import { LiveConnection } from "./live.js";
import { enableMenus } from "./menu.js";
import { NamespacePage } from "./namespace-page.js";
import { Navigation } from "./navigation.js";
import { OverviewPage } from "./overview-page.js";
import { nameLists } from "./name-lists.js";
import { SearchView } from "./search-view.js";
import { session } from "./session.js";
import { SignInView } from "./sign-in-view.js";
import { Trouble } from "./trouble.js";
import { Watching } from "./watching.js";

const $ = (id) => document.getElementById(id);

// First, so that the key of a link is known, and out of the address, before anything reads that.
const signIn = new SignInView($("sign-in"), $("sign-out"), somebodyElse);
const live = new LiveConnection(
  `${location.origin.replace(/^http/, "ws")}/v1/live`,
  () => session.token,
);
const navigation = new Navigation(show);
const connection = new ConnectionView($("connection"), live);
const trouble = new Trouble($("trouble"), retryNow);
const overview = new OverviewPage(
  { root: $("overview"), wall: $("wall"), card: $("card"), line: $("card-line"), tile: $("tile") },
  live,
  (source, problem) => trouble.report(source, problem),
);
const page = new NamespacePage({
  live,
  trouble,
  navigation,
  placed: (listing, shown) => controls.showPlace(listing, shown),
});
const watching = new Watching(
  { start: $("watch"), stop: $("unwatch"), screen: $("full-screen") },
  (on) => navigation.go(navigation.address.with({ watching: on })),
);
const controls = new ListControls({
  search: (text) => navigation.replace(navigation.address.with({ search: text })),
  order: (order) => navigation.go(navigation.address.with({ order })),
  turn: (by) => page.turn(by),
  find: (name) => page.find(name),
});

const searchView = new SearchView($("search-form"), (to) => navigation.go(to));

/** Shows all namespaces, one of them, one of its counters, or a wall. */
function show(to, before) {
  watching.show(to.watching);
  trouble.showAsDot(to.watching);
  document.body.dataset.page = to.namespace ? "namespace" : "overview";
  $("here").textContent = to.namespace;
  for (const link of document.querySelectorAll(".brand, .place a")) {
    link.href = String(new Address({ namespace: link.id === "here" ? to.namespace : "" }));
    if (to.watching) {
      link.removeAttribute("href"); // there is nothing to click
    }
  }
  document.body.dataset.counter = to.counter ? "chosen" : "";
  controls.show(to);
  searchView.show(to);
  if (to.namespace && (to.counter || !to.watching)) {
    overview.close();
    page.open(to, before);
  } else {
    page.close();
    document.title = to.namespace ? `${to.namespace} · Quipu` : "Quipu";
    overview.open(to);
  }
}

// The service says something.

live.addEventListener("count", ({ detail: message }) => (page.isOpen ? page : overview).see(message));
live.addEventListener("series", ({ detail: message }) => page.isOpen && page.seeSeries(message));
live.addEventListener("more", () => page.tooMany());

live.addEventListener("refused", ({ detail: message }) => {
  if (message.prefix !== undefined && message.status === 400) {
    page.tooMany();
  } else if (message.by !== undefined) {
    page.refuseSeries(message);
  } else {
    page.report("live", new Problem(message.status, message.detail));
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
    page.interrupt();
    overview.interrupt();
  }
});

// Time passes, and the user comes and goes.

function tick() {
  if (!document.hidden) {
    connection.tick();
    (page.isOpen ? page : overview).tick();
  }
}

function somebodyElse() {
  nameLists.forget();
  overview.forget();
  trouble.clear();
  live.hold();
  live.connect();
  retryReads();
}

function retryReads() {
  if (!signIn.isOpen) {
    overview.retry();
    page.retry();
  }
}

function retryNow() {
  live.reconnect();
  retryReads();
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    retryNow();
  }
});

addEventListener("beforeunload", (event) => {
  if (page.unsent > 0) {
    event.preventDefault();
  }
});

enableCopying();
enableMenus();
$("show-keys").addEventListener("click", () => $("keys").showModal());
onKeys({ "?": () => $("keys").showModal(), j: () => page.isOpen && page.step(1), k: () => page.isOpen && page.step(-1) });
navigation.begin();
live.connect();
setInterval(tick, 1_000);
