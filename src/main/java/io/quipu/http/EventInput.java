package io.quipu.http;

import io.quipu.counter.CounterName;
import io.quipu.counter.Event;
import io.quipu.counter.InvalidInput;
import io.quipu.counter.Namespace;
import io.quipu.web.JsonInput;
import org.jspecify.annotations.Nullable;

/** One event as the contract writes it, field by field. */
final class EventInput {
  private static final int DELTA = 1;
  private static final int ID = 2;
  private static final int NAMESPACE = 4;
  private static final int COUNTER = 8;

  private final boolean named;
  private int seen;
  private long delta = 1;
  private @Nullable String id;
  private String namespace = Namespace.DEFAULT.name();
  private @Nullable String counter;

  private EventInput(boolean named) {
    this.named = named;
  }

  /** An event of a counter that the path names. */
  static Event event(JsonInput json) {
    EventInput input = new EventInput(false);
    input.read(json);
    return new Event(input.delta, input.id);
  }

  /** An event that names its own counter. */
  static NamedEvent namedEvent(JsonInput json) {
    EventInput input = new EventInput(true);
    input.read(json);
    if (input.counter == null) {
      throw new InvalidInput("counter", "counter is missing");
    }
    return new NamedEvent(
        new CounterName(input.namespace, input.counter), new Event(input.delta, input.id));
  }

  private void read(JsonInput json) {
    for (String field = json.nextField(); field != null; field = json.nextField()) {
      if (field.equals("delta")) {
        seen = JsonInput.once(seen, DELTA, field);
        delta = json.integer(field);
      } else if (field.equals("id")) {
        seen = JsonInput.once(seen, ID, field);
        id = json.string(field);
      } else if (named && field.equals("counter")) {
        seen = JsonInput.once(seen, COUNTER, field);
        counter = json.string(field);
      } else if (named && field.equals("namespace")) {
        seen = JsonInput.once(seen, NAMESPACE, field);
        namespace = json.string(field);
      } else {
        throw json.unknown(field);
      }
    }
  }
}
