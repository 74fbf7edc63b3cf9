package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.data.TupleValue;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.TupleType;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.store.SettledIds.CounterId;

/** Converts counters and their ids to tuples, for example for {@code (namespace, counter) IN ?}. */
public final class Names {
  private static final TupleType COUNTER = DataTypes.tupleOf(DataTypes.TEXT, DataTypes.TEXT);
  private static final TupleType COUNTER_ID =
      DataTypes.tupleOf(DataTypes.TEXT, DataTypes.TEXT, DataTypes.TEXT);

  private Names() {}

  static TupleValue of(CounterName counter) {
    return of(counter.namespace(), counter.name());
  }

  static TupleValue of(String namespace, String name) {
    return COUNTER.newValue(namespace, name);
  }

  /** The tuple of an id of a counter. */
  public static TupleValue of(CounterId id) {
    return COUNTER_ID.newValue(id.counter().namespace(), id.counter().name(), id.id());
  }
}
