package io.quipu.testing.sim.fault;

import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventOrder;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.store.rows.PackedRow;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.Protocol.Use;
import io.quipu.testing.sim.cassandra.SimulatedEventLog;
import io.quipu.testing.sim.cassandra.SimulatedEventLog.Reading;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Faults in reading rows of several ids. */
final class PackingFaults {
  private PackingFaults() {}

  /** A protocol that reads rows in another way, for one use or for all. */
  static Supplier<Protocol> in(@Nullable Use use, Supplier<Reading> reading) {
    return () ->
        new Protocol()
            .with(
                use,
                EventLog.class,
                (log, machine) -> ((SimulatedEventLog) log).read(reading.get()));
  }

  /** Looks for no rows that begin before the time from which on events are wanted. */
  static final class FromTheBound extends Reading {
    @Override
    protected EventTime firstRow(EventTime from) {
      return from;
    }
  }

  /** Takes all events of a row to be of its first tick. */
  static final class TakenWhole extends Reading {
    @Override
    protected void packed(PackedRow row, EventTime before, EventOrder order) {
      for (EventRow one : row.each()) {
        order.row(row.at(), one.delta(), one.events(), one.id(), one.window());
      }
    }
  }

  /** Leaves out a row that ends after the time up to which events are wanted. */
  static final class DroppedAtTheCut extends Reading {
    @Override
    protected void packed(PackedRow row, EventTime before, EventOrder order) {
      if (row.at().timestamp() + row.size() <= before.ticks()) {
        order.row(row);
      }
    }
  }

  /** Takes each id for one happening, as versions did that knew no others. */
  static final class OneHappening extends Reading {
    @Override
    protected void packed(PackedRow row, EventTime before, EventOrder order) {
      for (EventRow one : row.each()) {
        order.row(one.at(), one.delta(), 1, one.id(), one.window());
      }
    }
  }

  /** Takes a row of several ids for one event. */
  static final class OneOfAll extends Reading {
    @Override
    protected void packed(PackedRow row, EventTime before, EventOrder order) {
      List<EventRow> all = row.each();
      EventRow one = all.get(0);
      order.row(one.at(), one.delta(), one.events(), one.id(), one.window());
    }
  }
}
