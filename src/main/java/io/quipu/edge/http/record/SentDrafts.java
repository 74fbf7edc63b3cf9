package io.quipu.edge.http.record;

import io.quipu.engine.kind.Draft;
import java.util.List;

/**
 * The events of one request.
 *
 * @param isArray whether the request has a list of events: then the response has a list of
 *     verdicts, also for one event
 */
record SentDrafts(List<Draft> drafts, boolean isArray) {
  static SentDrafts list(List<Draft> drafts) {
    return new SentDrafts(drafts, true);
  }

  static SentDrafts single(Draft draft) {
    return new SentDrafts(List.of(draft), false);
  }

  /** The number of happenings, as reads of the counters count them. */
  long events() {
    long events = 0;
    for (Draft draft : drafts) {
      events += draft.events();
    }
    return events;
  }
}
