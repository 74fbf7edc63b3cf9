/** An event that adds a delta, as it was sent or would have been. */
export interface EventRef {
  readonly namespace: string;
  readonly counter: string;
  readonly delta: bigint;
  /** How many happenings it stands for. */
  readonly events: number;
  readonly id: string;
  /** When it happened, if that was said. */
  readonly time?: string | undefined;
  /** The values of its labels, if it has any. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Of kind `linear`, the bounds of the count after it, besides those of the namespace. */
  readonly min?: bigint | undefined;
  readonly max?: bigint | undefined;
}

/** An event of kind `latest`: the value that an actor states. Its version stands once, however often it is sent. */
export interface Statement {
  readonly namespace: string;
  readonly counter: string;
  /** Who states it: 1 to 256 bytes. */
  readonly actor: string;
  /** Larger than the actor's last one; of all that were stated the largest stands. */
  readonly version: number | bigint;
  /** In whole: an integer from -10^15 to 10^15, also 0. */
  readonly value: number | bigint;
  /** A version by mistake, in whose place it stands. */
  readonly replaces?: number | bigint | undefined;
  /** When it was so, as far back as the lateness of the namespace allows. */
  readonly time?: string | undefined;
}

/** An event of kind `sketch`: a value without an id, which is never sent again after an attempt of unknown outcome. */
export interface SketchValue {
  readonly namespace: string;
  readonly counter: string;
  /** A number; where the state is `distinct` or `top` also a text. */
  readonly value: number | string;
}

/** An event of a counter of any kind. */
export type Recordable = EventRef | Statement | SketchValue;

/** The answer to an increment of kind `linear`. */
export interface Incremented {
  /** The value after it, which no other increment of the counter has. */
  readonly count: bigint;
  /** What may be added until the period ends, where there is one. */
  readonly remaining?: bigint;
  /** When the period ends, and the count begins again at 0. */
  readonly resets?: Date;
}

/** Beyond it the service refuses a delta. */
const MOST_DELTA = 10n ** 15n;

/** Whether the service takes a delta. */
export function fits(delta: bigint): boolean {
  return delta !== 0n && delta <= MOST_DELTA && delta >= -MOST_DELTA;
}

export function isStatement(event: Recordable): event is Statement {
  return "actor" in event;
}

export function isValue(event: Recordable): event is SketchValue {
  return "value" in event && !isStatement(event);
}

/** All members of an event but its namespace and counter, as JSON with a comma before each. */
export function membersOf(event: Recordable): string {
  if (isValue(event)) {
    return `,"value":${JSON.stringify(event.value)}`;
  }
  const time = event.time === undefined ? "" : `,"time":${JSON.stringify(event.time)}`;
  if (isStatement(event)) {
    const replaces = event.replaces === undefined ? "" : `,"replaces":${event.replaces}`;
    return `,"actor":${JSON.stringify(event.actor)},"version":${event.version},"value":${event.value}${replaces}${time}`;
  }
  return (
    `,"delta":${event.delta}` +
    // an older service does not know the member, and does not need it for one
    (event.events === 1 ? "" : `,"events":${event.events}`) +
    time +
    (event.labels === undefined ? "" : `,"labels":${JSON.stringify(event.labels)}`) +
    (event.min === undefined ? "" : `,"min":${event.min}`) +
    (event.max === undefined ? "" : `,"max":${event.max}`) +
    `,"id":${JSON.stringify(event.id)}`
  );
}
