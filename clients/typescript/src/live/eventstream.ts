/** One event of a stream. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/** Cuts Server-Sent Events out of text that comes in pieces (HTML, section 9.2). */
export class EventStreamParser {
  private rest = "";
  private event = "";
  private data: string[] = [];

  /** The events that are whole with this piece. */
  push(piece: string): StreamEvent[] {
    const lines = (this.rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop()!;
    return lines.flatMap((line) => this.line(line));
  }

  private line(line: string): StreamEvent[] {
    if (line === "") {
      const whole = this.data.length > 0 ? [{ event: this.event || "message", data: this.data.join("\n") }] : [];
      this.event = "";
      this.data = [];
      return whole;
    }
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "event") {
      this.event = value;
    } else if (name === "data") {
      this.data.push(value);
    }
    return [];
  }
}
