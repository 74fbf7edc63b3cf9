package io.quipu.engine.checkpoint;

import io.quipu.engine.store.EventLog;
import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventTime;
import io.quipu.ops.trace.Span;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A page that is given its turns. */
abstract class TurnsFixture extends SettlerFixture {
  final AsyncSemaphore turns = new AsyncSemaphore(1);
  final PageTurns turned = turns(stores.events);

  PageTurns turns(EventLog events) {
    return new PageTurns(page, shared(events, share, 10_000), turns, () -> Span.NONE);
  }

  /** Looks at the page with this horizon, and lets the steps of a third of a second end. */
  EventTime look(PageTurns some, long horizon) {
    if (some.header() == null) {
      Done.value(some.prepare());
    }
    CompletionStage<Void> done = some.settle(second(horizon), due(second(horizon)));
    time.pass(Duration.ofMillis(300));
    Done.value(done);
    return header().until();
  }

  EventTime look(long horizon) {
    return look(turned, horizon);
  }
}
