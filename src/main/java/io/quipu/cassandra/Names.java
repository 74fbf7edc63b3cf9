package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.data.TupleValue;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.TupleType;
import io.quipu.engine.model.CounterName;

/** Converts counters to tuples, for example for {@code (namespace, counter) IN ?}. */
final class Names {
  private static final TupleType COUNTER = DataTypes.tupleOf(DataTypes.TEXT, DataTypes.TEXT);

  private Names() {}

  static TupleValue of(CounterName counter) {
    return of(counter.stored(), counter.key());
  }

  static TupleValue of(String namespace, String name) {
    return COUNTER.newValue(namespace, name);
  }
}
