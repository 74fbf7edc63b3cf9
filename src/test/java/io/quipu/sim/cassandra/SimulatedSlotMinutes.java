package io.quipu.sim.cassandra;

import io.quipu.sim.cassandra.PlainRead.Slice;
import io.quipu.store.WriteOutcome;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** A minute for each slot, in the partition of the given key. */
record SimulatedSlotMinutes(String key, Driver driver) {
  CompletionStage<Map<Integer, Long>> read() {
    return driver
        .read(new Slice(key, null, null, Integer.MAX_VALUE))
        .thenApply(
            rows -> {
              Map<Integer, Long> minutes = new TreeMap<>();
              rows.forEach((slot, minute) -> minutes.put((Integer) slot, (Long) minute));
              return minutes;
            });
  }

  /** Written at the time of the wall clock of the process, however wrong that is. */
  CompletionStage<WriteOutcome> write(Collection<Integer> slots, long minute) {
    Map<Integer, Long> values = new TreeMap<>();
    slots.forEach(slot -> values.put(slot, minute));
    return driver.write(Mutation.rows(key, values, driver.machine().clock().wallMicros()));
  }
}
