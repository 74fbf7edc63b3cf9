import { known, optional, text, texts } from "../given.js";
import { NAMESPACE, NAMESPACES, GET, type CounterName, type GetOptions } from "../parameters.js";
import type { NamespaceOptions, NamespacesOptions } from "../parameters.js";
import { Reading } from "../reading.js";
import * as changes from "./changes.js";
import type { Deletion, Recount, Reset } from "./changes.js";
import type { CreatedKey, Key, KeySettings } from "./keys.js";
import type { Deletions, Namespace, NamespaceEntry, NamespaceSettings } from "./namespaces.js";
import { LIST, Pages, type ListOptions } from "./pages.js";

/**
 * Namespaces, keys, and counters that begin again. A change that may have been made rejects with `in-doubt`; where making it
 * again would be another change, it is not sent again then.
 */
export abstract class Administration extends Reading {
  /** All namespaces by name; their settings are only in `namespace`. */
  namespaces(options: NamespacesOptions = {}): Pages<NamespaceEntry> {
    const { prefix, ...list } = known("namespaces", options, NAMESPACES);
    optional("prefix", prefix, "string");
    return new Pages(this.caller, list, (page) => changes.namespacePage(prefix, page));
  }

  /** A namespace with its settings. */
  async namespace(name: string): Promise<Namespace> {
    return this.caller.ask(changes.namespace(text("namespace", name)));
  }

  /**
   * Creates a namespace, or changes the settings that are given: `{ kind: "event", deduplicate: "7d" }`. A setting that this
   * client does not know has to be one of `other`.
   */
  async putNamespace(name: string, settings: NamespaceSettings = {}): Promise<Namespace> {
    const put = await this.caller.ask(changes.putNamespace(text("namespace", name), settings));
    this.remembered.forget(name);
    return put;
  }

  /** Deletes a namespace with all that it holds. */
  async deleteNamespace(name: string): Promise<Deletion> {
    return this.caller.ask(changes.deleteNamespace(text("namespace", name)));
  }

  /** Namespaces and counters that are deleted, and not gone yet: up to 1,000 of each. */
  async deleting(): Promise<Deletions> {
    return this.caller.ask(changes.deleting());
  }

  /** Sets a counter back to zero. Its ids stay remembered. */
  async reset(counter: CounterName, options: NamespaceOptions = {}): Promise<Reset> {
    const { namespace } = known("reset", options, NAMESPACE);
    return this.caller.ask(changes.reset(this.ref(counter, namespace)));
  }

  /** Deletes a counter with its windows, ids and name; the service takes some 11 s. */
  async purge(counter: CounterName, options: NamespaceOptions = {}): Promise<Deletion> {
    const { namespace } = known("purge", options, NAMESPACE);
    return this.caller.ask(changes.purge(this.ref(counter, namespace)));
  }

  /** Counts the rows that are kept of a counter again, and compares; with `where` those of one series. */
  async recount(counter: CounterName, options: GetOptions = {}): Promise<Recount> {
    const { namespace, where = {} } = known("recount", options, GET);
    return this.caller.ask(changes.recount(this.ref(counter, namespace), texts("where", where)));
  }

  /** All keys by id, without their secrets. */
  keys(options: ListOptions = {}): Pages<Key> {
    return new Pages(this.caller, known("keys", options, LIST), changes.keyPage);
  }

  /** Creates a key. Only this answer has its secret. */
  async createKey(settings: KeySettings): Promise<CreatedKey> {
    return this.caller.ask(changes.createKey(settings));
  }

  /** Deletes a key: within 30 seconds it opens nothing any more. */
  async deleteKey(id: string): Promise<void> {
    return this.caller.ask(changes.deleteKey(text("id", id)));
  }
}
