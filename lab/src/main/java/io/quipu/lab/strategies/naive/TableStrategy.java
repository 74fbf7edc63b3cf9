package io.quipu.lab.strategies.naive;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.lab.strategies.strategy.Line;
import io.quipu.lab.strategies.strategy.OwnKeyspace;
import io.quipu.lab.strategies.strategy.Strategy;
import io.quipu.lab.strategies.strategy.Writer;
import java.util.function.BiFunction;

/** A way to count that reads the count with one query of one table. */
abstract class TableStrategy implements Strategy {
  final OwnKeyspace keyspace;
  private final PreparedStatement count;

  /**
   * @param table the name and the columns of the table, in CQL
   * @param count the query for the count of one counter
   */
  TableStrategy(OwnKeyspace keyspace, String table, String count) {
    this.keyspace = keyspace;
    keyspace.change("CREATE TABLE " + table);
    this.count = keyspace.prepare(count);
  }

  /** Returns a writer that makes a statement of counter and id, and sends that statement. */
  final Writer writing(Line line, BiFunction<String, String, Statement<?>> increment) {
    return (counter, id) -> {
      Statement<?> statement = increment.apply(counter, id);
      return () -> line.answer(keyspace.send(statement));
    };
  }

  @Override
  public final long read(String counter) {
    return keyspace.number(count.bind(counter));
  }
}
