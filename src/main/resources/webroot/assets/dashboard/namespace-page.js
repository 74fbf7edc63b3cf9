import { Address } from "./address.js";
import { Announcer } from "./announcer.js";
import { Clicks } from "./clicks.js";
import { Counters } from "./counters.js";
import { DetailView } from "./detail-view.js";
import { Finder } from "./finder.js";
import { FollowedCounters } from "./followed-counters.js";
import { ListView } from "./list-view.js";
import { Listing } from "./listing.js";
import { NextFrame } from "./next-frame.js";
import { NoteForm } from "./notes.js";
import { Removals } from "./removals.js";

const $ = (id) => document.getElementById(id);
/** How often counters may change their places while they move. */
const SORT_EVERY_MS = 3_000;

/** The page of one namespace: the list of its counters, and one of them in detail. */
export class NamespacePage {
  /** The counters of the open namespace; null while none is open. */
  #counters = null;
  #address = new Address();
  #live;
  #trouble;
  #navigation;
  #placed;
  #clicks;
  #list;
  #detail;
  #finder;
  #listing;
  #removals;
  #note;
  #followed;
  #announcer = new Announcer($("announcer"));
  #changed = new NextFrame((counter) => this.#update(counter));
  #sortedAt = 0;
  /** The counters on the page of the list. */
  #shown = [];

  /** `placed(listing, shown)` is called when so many counters of a listing are shown. */
  constructor({ live, trouble, navigation, placed }) {
    this.#live = live;
    this.#trouble = trouble;
    this.#navigation = navigation;
    this.#placed = placed;
    const report = (source, problem) => this.report(source, problem);
    const plus = (counter) => this.#clicks.plus(counter);
    this.#list = new ListView($("list"), $("row"), { open: (counter) => this.#openDetail(counter), plus });
    this.#detail = new DetailView($("detail"), {
      plus,
      // What nobody has chosen is the first of the list: a shared address names it.
      choose: (parts) => navigation.go(this.#address.with({ counter: this.#detail.counter.name, ...parts })),
      report,
      seen: (counter, read) => this.#followed.read(counter, read),
      followed: () => this.#counters && this.#follow(),
    });
    this.#clicks = new Clicks($("recording"), {
      report: (problem) => trouble.report("record", problem),
      changed: (counter, unsent) => {
        trouble.waiting(unsent);
        this.#changed.add(counter);
      },
      switched: (on) => this.#detail.explain(on),
      recorded: (counter) => this.#recorded(counter),
    });
    this.#finder = new Finder($("found"), {
      report: (problem) => trouble.report("find", problem),
      found: (name) => this.#watchCounter(name),
    });
    this.#listing = new Listing({
      empty: $("empty"),
      report: (source, problem) => trouble.report(source, problem),
      changed: () => this.#showCounters(),
      known: (of) => this.#kindKnown(of),
    });
    this.#followed = new FollowedCounters({
      live,
      listing: this.#listing,
      detail: this.#detail,
      changed: (counter) => this.#changed.add(counter),
      added: () => this.#showCounters(),
    });
    this.#note = new NoteForm($("note"), (of) => this.#kindKnown(of));
    this.#removals = new Removals(
      { counter: $("remove-counter"), namespace: $("remove-namespace") },
      {
        counterRemoved: (counter) => this.#removed(counter),
        namespaceRemoved: () => navigation.go(new Address({})),
      },
    );
  }

  get isOpen() {
    return this.#counters !== null;
  }

  /** Clicks that are not yet known to be recorded. */
  get unsent() {
    return this.#clicks.unsent;
  }

  /** Shows what an address says, which names a namespace; the page showed `before`. */
  open(to, before) {
    this.#address = to;
    const stays = this.#counters?.namespace === to.namespace;
    if (!stays) {
      this.close();
      this.#counters = new Counters(to.namespace);
    }
    this.#removals.offerNamespace(to.namespace);
    this.#listing.open(this.#counters, to.search, to.order || "count");
    if (to.counter && !(stays && to.counter === before.counter) && !this.#counters.get(to.counter)) {
      this.#finder.find(to.namespace, to.counter);
    }
    // What nobody has chosen is the first of the list; it stays while one searches.
    const first = stays && !before.counter ? this.#detail.counter : null;
    this.#select(to.counter ? this.#counters.get(to.counter) ?? null : first);
    this.#showCounters();
  }

  /** Opens the next counter of the list, or the one before (-1). */
  step(by) {
    const counter = this.#list.after(by);
    if (counter) {
      this.#openDetail(counter);
      this.#list.reveal(counter);
    }
  }

  close() {
    this.#counters = null;
    this.#clicks.switchOff();
    this.#finder.reset();
    this.#listing.close();
    this.#detail.show(new Counters(""), null, this.#address);
    this.#list.show([]);
    for (const source of ["list", "count", "history", "breakdowns", "record"]) {
      this.#trouble.report(source, null);
    }
  }

  /** Shows the next page of the list (1), or the one before (-1). */
  turn(by) {
    this.#listing.turn(by);
  }

  /** Looks for a counter by its whole name. */
  find(name) {
    const known = this.#counters.get(name);
    if (known?.answer || known?.events > 0n) {
      this.#finder.reset();
      this.#watchCounter(name);
    } else {
      this.#finder.find(this.#counters.namespace, name);
    }
  }

  /** A count has come. */
  see(message) {
    this.#followed.see(this.#counters, message);
  }

  /** Series have come. */
  seeSeries(message) {
    this.#followed.seeSeries(this.#counters, message);
  }

  /** Series that cannot be followed are read. */
  refuseSeries(message) {
    this.#detail.refuseSeries(message);
  }

  /** There are more counters than can be followed. */
  tooMany() {
    this.#listing.tooMany();
  }

  /** No counts come any more. */
  interrupt() {
    this.#counters?.forEach((counter) => counter.interrupt());
  }

  /** Asks again for what was not to be had. */
  retry() {
    this.#listing.retry();
    this.#detail.retry();
    this.#finder.retry();
  }

  /** A second has passed. */
  tick() {
    if (this.#listing.prefix && !this.#list.isUsed && Date.now() - this.#sortedAt >= SORT_EVERY_MS) {
      this.#showCounters();
    }
    this.#list.tick();
    this.#detail.tick(["open", "held"].includes(this.#live.state));
    this.#announcer.tick(this.#detail.shown);
  }

  /** That the namespace is missing is what the listing says, and better. */
  report(source, problem) {
    this.#trouble.report(source, problem?.status === 404 ? null : problem);
  }

  /** Shows a counter that exists, or that the user wants to see all the same. */
  #watchCounter(name) {
    const counter = this.#counters.take(name);
    this.#counters.remember(name);
    this.#listing.added();
    if (this.#address.counter === name) {
      this.open(this.#address, this.#address);
    } else {
      this.#navigation.go(this.#address.with({ counter: name, where: {}, zoom: null }));
    }
    this.#list.reveal(counter);
  }

  #showCounters() {
    if (!this.#counters) {
      return;
    }
    this.#sortedAt = Date.now();
    this.#shown = this.#listing.shown();
    this.#list.show(this.#shown);
    this.#placed(this.#listing, this.#shown.length);
    if (!this.#detail.counter && this.#shown.length > 0 && !this.#address.counter) {
      this.#select(this.#shown[0]);
    }
    this.#follow();
  }

  #follow() {
    this.#followed.follow(this.#counters, this.#shown);
  }

  #openDetail(counter) {
    this.#finder.reset();
    this.#navigation.go(this.#address.with({ counter: counter.name, where: {}, zoom: null }));
    if (matchMedia("(max-width: 56rem)").matches) {
      // There it takes the place of the list.
      scrollTo(0, 0);
    }
  }

  #removed({ namespace, name }) {
    if (this.#counters?.namespace !== namespace) {
      return;
    }
    this.#counters.forget(name);
    // What it follows is the old counter.
    this.#live.hold();
    this.#live.connect();
    this.#select(null);
    this.#listing.retry();
    this.#navigation.go(this.#address.with({ counter: "", where: {}, zoom: null }));
  }

  #select(counter) {
    this.#removals.offerCounter(counter);
    this.#note.show(this.#counters);
    this.#list.select(counter);
    this.#detail.show(this.#counters, counter, this.#address);
    this.#detail.explain(this.#clicks.on);
    document.title = `${counter ? counter.name : this.#counters.namespace} · Quipu`;
  }

  #kindKnown(of) {
    if (of === this.#counters) {
      document.body.dataset.clicks = String(of.kind.takesClicks);
      this.#select(this.#detail.counter);
    }
  }

  #update(counter) {
    this.#list.update(counter);
    if (counter === this.#detail.shown) {
      this.#detail.update();
    }
  }

  #recorded(counter) {
    if (counter === this.#detail.shown && this.#live.state !== "open") {
      this.#detail.refresh();
    }
  }
}
