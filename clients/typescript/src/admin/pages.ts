import type { Call } from "../call.js";
import type { Caller } from "../caller.js";
import { optional, within, type Names } from "../given.js";
import { elements, members, text } from "../json.js";

/** Most entries of one page. */
const MOST = 1_000;

/** Where a list begins, and how much of it is read at once. */
export interface ListOptions {
  /** The `next` of a page: the list goes on behind it. */
  readonly after?: string;
  /** Most entries of one request: 1,000, unless given less. */
  readonly pageSize?: number;
}

export const LIST: Names<ListOptions> = { after: true, pageSize: true };

/** Entries that were read with one request. */
export interface Page<T> {
  readonly entries: readonly T[];
  /** What to give as `after` to go on behind this page; absent of the last one. */
  readonly next?: string;
}

/** What one page is asked with. */
export interface PageParameters {
  readonly limit: number;
  readonly after: string | undefined;
}

/** A list of any length, for `for await`. A page is read when its first entry is needed, each time it is gone through. */
export class Pages<T> implements AsyncIterable<T> {
  private readonly limit: number;
  private readonly after: string | undefined;

  /** @internal */
  constructor(
    private readonly caller: Caller,
    options: { [K in keyof ListOptions]?: ListOptions[K] | undefined },
    private readonly call: (page: PageParameters) => Call<Page<T>>,
  ) {
    this.limit = options.pageSize === undefined ? MOST : within("pageSize", options.pageSize, 1, MOST);
    this.after = optional("after", options.after, "string");
  }

  /** Page by page, each with its `next`, from where the list can be gone on with later. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let after = this.after;
    do {
      const page = await this.caller.ask(this.call({ limit: this.limit, after }));
      yield page;
      after = page.next;
    } while (after !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) {
      yield* page.entries;
    }
  }

  /** All entries at once; a long list is better gone through. */
  async all(): Promise<T[]> {
    const found: T[] = [];
    for await (const page of this.pages()) {
      found.push(...page.entries);
    }
    return found;
  }
}

/** How a page is read whose entries are a member of the answer. */
export function pageOf<T>(name: string, read: (entry: unknown) => T): (answer: unknown) => Page<T> {
  return (answer) => {
    const json = members(answer, "the answer");
    const next = json["next"] ?? undefined;
    return {
      entries: elements(json[name], name).map(read),
      ...(next === undefined ? {} : { next: text(next, "next") }),
    };
  };
}
