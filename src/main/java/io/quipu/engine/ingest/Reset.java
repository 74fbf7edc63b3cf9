package io.quipu.engine.ingest;

import io.quipu.engine.kind.Recording;
import io.quipu.engine.names.CounterName;

/**
 * A request to set a counter to zero at the point in event order at which the reset is recorded.
 *
 * @param shards the number of pages over which the counter is spread
 * @param retention class of the rows, see {@link io.quipu.engine.windows.RetentionClass}
 */
public record Reset(CounterName counter, int shards, int retention) implements Recording {
  @Override
  public int size() {
    return 1;
  }
}
