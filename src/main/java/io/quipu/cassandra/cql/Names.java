package io.quipu.cassandra.cql;

import com.datastax.oss.driver.api.core.data.TupleValue;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.TupleType;
import io.quipu.engine.names.CounterName;

/** Converts counters to tuples, for example for {@code (namespace, counter) IN ?}. */
public final class Names {
  private static final TupleType COUNTER = DataTypes.tupleOf(DataTypes.TEXT, DataTypes.TEXT);

  private Names() {}

  public static TupleValue of(CounterName counter) {
    return of(counter.stored(), counter.key());
  }

  public static TupleValue of(String namespace, String name) {
    return COUNTER.newValue(namespace, name);
  }
}
