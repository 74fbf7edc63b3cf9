package io.quipu.engine.store;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.time.Noon;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.scripted.ScriptedStores;
import java.util.UUID;

/** Scripted stores and a counter in them; times are in seconds after noon. */
public abstract class StoresFixture {
  protected static final CounterName A = new CounterName("votes", "a");

  protected final HandDrivenTime time = new HandDrivenTime();
  protected final EventTime start = time.wall();
  protected final ScriptedStores stores = new ScriptedStores();
  protected final int page = stores.layout.page(A);
  protected final int part = stores.layout.part(page);

  protected static EventTime second(long second) {
    return Noon.second(second);
  }

  protected void put(long second, long delta) {
    stores.events.put(A, second(second), delta);
  }

  protected void put(long second, long delta, String id, int window) {
    stores.events.put(A, second(second), delta, id, window);
  }

  protected UUID put(int retention, int shard, long second, long delta) {
    EventRow row = new EventRow(second(second).timeuuid(0, 1), delta, 1, null);
    return stores.events.put(retention, shard, A, row);
  }

  /** Settles all pages, by settlers that know only what is stored. */
  protected void settle(long horizon) {
    stores.settle(second(horizon));
  }

  protected EventPartition partition(long second) {
    return new EventPartition(RetentionClass.USUAL, EventPartition.bucketOf(second(second)), part);
  }
}
