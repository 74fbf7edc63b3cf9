import { Caller } from "./caller.js";
import { known, list, text } from "./given.js";
import { settings, type Options, type Settings } from "./options.js";
import { COUNTER, type CounterName } from "./parameters.js";
import { Reader, type CounterRef } from "./reader.js";
import { AskedWindows, type Remembered } from "./remembered.js";
import { Transport } from "./transport.js";

/** What all parts of a client have in common: its options, its way to the service, and how counters are named. */
export abstract class Base {
  /** @internal */
  protected readonly settings: Settings;
  /** @internal */
  protected readonly transport: Transport;
  /** @internal */
  protected readonly caller: Caller;
  /** @internal */
  protected readonly reader: Reader;
  /** @internal */
  protected readonly remembered: Remembered;

  constructor(options: Options) {
    this.settings = settings(options);
    this.transport = new Transport(this.settings);
    this.caller = new Caller(this.settings, this.transport);
    this.reader = new Reader(this.caller);
    this.remembered = new AskedWindows(this.settings, this.transport);
  }

  /** @internal */
  protected refs(counters: readonly CounterName[], namespace: string | undefined): CounterRef[] {
    return list("counters", counters).map((counter) => this.ref(counter, namespace));
  }

  /** @internal */
  protected ref(named: CounterName, otherwise: string | undefined): CounterRef {
    const name: Exclude<CounterName, string> =
      typeof named === "string" ? { counter: named } : known("a counter", named, COUNTER);
    const { counter, namespace = otherwise ?? this.settings.namespace } = name;
    if (otherwise !== undefined) {
      text("namespace", otherwise);
    }
    return { namespace: text("namespace", namespace), counter: text("counter", counter) };
  }

  /** @internal */
  protected named(namespace: string | undefined): string {
    return text("namespace", namespace ?? this.settings.namespace);
  }
}
