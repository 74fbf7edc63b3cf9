package io.quipu.cassandra.session;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.quipu.cassandra.cql.Cql;
import io.quipu.engine.store.Extent;
import java.util.ArrayList;
import java.util.List;

/**
 * A statement on rows of an {@link Extent}, in its two forms: for all counters that are stored
 * under a name, and for some of them.
 */
public record ExtentCql(Cql all, Cql some) {
  private static final String ALL = " AND namespace = ?";
  private static final String SOME = ALL + " AND counter IN ?";

  /**
   * @param text ends with the conditions on what comes before the namespace
   */
  public static ExtentCql write(String text) {
    return new ExtentCql(Cql.write(text + ALL), Cql.write(text + SOME));
  }

  /**
   * @param text ends with the conditions on what comes before the namespace
   * @param end what comes after all conditions
   */
  public static ExtentCql read(String text, String end) {
    return new ExtentCql(Cql.read(text + ALL + end), Cql.read(text + SOME + end));
  }

  public List<Cql> statements() {
    return List.of(all, some);
  }

  /**
   * @param key the values that come before the namespace
   */
  public BoundStatement bind(CassandraSession session, Extent extent, Object... key) {
    List<Object> values = new ArrayList<>(List.of(key));
    values.add(extent.stored());
    List<String> names = extent.names();
    if (names != null) {
      values.add(names);
    }
    return session.bind(names == null ? all : some, values.toArray());
  }
}
