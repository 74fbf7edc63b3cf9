package io.quipu.engine.checkpoint;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.StateSize;
import io.quipu.engine.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the operator of states that are so large that few of them fit into a step. Such a state is
 * written by itself at last, so the page goes on until Cassandra refuses the state. Confined to one
 * context.
 */
final class LargeStates {
  private static final Logger log = LoggerFactory.getLogger(LargeStates.class);
  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  private final int page;
  private final StepBounds bounds;
  private final Clock clock;
  private final CheckpointMeters meters;
  private boolean told;
  private long lastTold;

  LargeStates(int page, StepBounds bounds, Clock clock, CheckpointMeters meters) {
    this.page = page;
    this.bounds = bounds;
    this.clock = clock;
    this.meters = meters;
  }

  /** Takes in the states that a step is about to write. */
  void tell(Map<CounterName, CounterState> changed) {
    changed.forEach(
        (counter, state) -> {
          long bytes = StateSize.of(state);
          if (bytes > bounds.largeState()) {
            meters.large.increment();
            tell(counter, bytes);
          }
        });
  }

  private void tell(CounterName counter, long bytes) {
    long now = clock.monotonicNanos();
    if (told && now - lastTold < BETWEEN_LINES.toNanos()) {
      return;
    }
    told = true;
    lastTold = now;
    log.warn(
        "The state of counter {} in namespace {} on page {} takes {} bytes; Cassandra refuses"
            + " steps above half of commitlog_segment_size. If the page stops advancing, raise"
            + " commitlog_segment_size, or purge the counter",
        counter.name(),
        counter.namespace(),
        page,
        bytes);
  }
}
