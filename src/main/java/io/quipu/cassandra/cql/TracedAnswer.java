package io.quipu.cassandra.cql;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.session.Request;
import io.quipu.ops.trace.CurrentSpan;
import io.quipu.ops.trace.Span;
import io.vertx.cassandra.ResultSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the outcome of a request of recorded work: ends the span of the request, then passes the
 * outcome on within the span of the work. Used once; confined to the context of the request.
 */
final class TracedAnswer implements Requests.Answer {
  private final Span work;
  private final Requests.Answer answer;
  private Span span = Span.NONE;

  TracedAnswer(Span work, Requests.Answer answer) {
    this.work = work;
    this.answer = answer;
  }

  /** Begins the span of a statement that is sent now. */
  Statement<?> begin(Statement<?> statement) {
    Statement<?> first = statement;
    int size = 1;
    if (statement instanceof BatchStatement batch && batch.size() > 0) {
      first = (Statement<?>) batch.iterator().next();
      size = batch.size();
    }
    begin(first, size);
    return statement;
  }

  private void begin(Request statement, int size) {
    // Only the text of a prepared statement is recorded: another text may contain values.
    String query =
        statement instanceof BoundStatement bound ? bound.getPreparedStatement().getQuery() : "";
    StatementName name = StatementName.of(query);
    span =
        work.begin(name.text(), Span.Kind.CLIENT, List.of())
            .with("db.system.name", "cassandra")
            .with("db.operation.name", name.operation())
            .with("db.collection.name", name.table())
            .with("db.query.text", query);
    if (size > 1) {
      span.with("db.operation.batch.size", size);
    }
  }

  /** Begins the span of a request for the driver page after {@code page}. */
  void beginAfter(ResultSet page) {
    begin(page.getExecutionInfo().getRequest(), 1);
  }

  @Override
  public void accept(@Nullable ResultSet page, @Nullable Throwable failure) {
    if (failure != null) {
      span.failed(failure.getClass().getSimpleName());
    }
    span.end();
    CurrentSpan.run(work, () -> answer.accept(page, failure));
  }
}
