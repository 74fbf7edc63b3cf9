package io.quipu.engine.state;

import io.quipu.engine.input.JsonText;

/** A counter of a namespace with its value, as lists and rankings show it. */
public record ListedCounter(String counter, ListedValue value) {
  /** Writes an element of a list. */
  public JsonText write(JsonText json) {
    return value.write(json.beginObject().field("counter", counter)).endObject();
  }

  /**
   * The settled tally of a counter on pages.
   *
   * @throws ClassCastException if the value is no tally
   */
  public Tally tally() {
    return (Tally) value;
  }
}
