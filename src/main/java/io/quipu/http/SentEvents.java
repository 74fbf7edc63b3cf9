package io.quipu.http;

import io.quipu.counter.Event;
import java.util.List;

/** The events of one request for one counter; an array is answered as one, whatever its length. */
record SentEvents(List<Event> events, boolean isArray) {
  static final SentEvents ONE = single(Event.ONE);

  static SentEvents single(Event event) {
    return new SentEvents(List.of(event), false);
  }
}
