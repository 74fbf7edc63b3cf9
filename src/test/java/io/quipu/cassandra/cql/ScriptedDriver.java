package io.quipu.cassandra.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.Row;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * A driver whose answers a test gives: failures between two pages, and the moment of an answer, are
 * nothing that a node does at will. The first request is for the first page.
 */
final class ScriptedDriver {
  private final Queue<CompletableFuture<AsyncResultSet>> unanswered = new ArrayDeque<>();
  private int asked;

  CqlSession session() {
    return (CqlSession)
        Proxy.newProxyInstance(
            CqlSession.class.getClassLoader(),
            new Class<?>[] {CqlSession.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "executeAsync" -> ask();
                  case "closeAsync" -> CompletableFuture.completedFuture(null);
                  case "isClosed" -> false;
                  case "getMetadata" -> null;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private synchronized CompletionStage<AsyncResultSet> ask() {
    CompletableFuture<AsyncResultSet> answer = new CompletableFuture<>();
    unanswered.add(answer);
    asked++;
    return answer;
  }

  /** The number of requests of something. */
  synchronized int asked() {
    return asked;
  }

  synchronized int unanswered() {
    return unanswered.size();
  }

  private synchronized CompletableFuture<AsyncResultSet> oldest() {
    return unanswered.remove();
  }

  /** Answers what was asked first with a page, on the calling thread. */
  void answer(int rows, boolean morePages) {
    oldest().complete(new Page(rows, morePages));
  }

  void fail(Throwable failure) {
    oldest().completeExceptionally(failure);
  }

  private final class Page implements AsyncResultSet {
    private final Iterator<Row> rows;
    private final boolean morePages;
    private int remaining;

    Page(int rows, boolean morePages) {
      this.rows = IntStream.range(0, rows).mapToObj(i -> row()).toList().iterator();
      this.morePages = morePages;
      this.remaining = rows;
    }

    private Row row() {
      return (Row)
          Proxy.newProxyInstance(
              Row.class.getClassLoader(),
              new Class<?>[] {Row.class},
              (proxy, method, arguments) -> {
                throw new UnsupportedOperationException(method.getName());
              });
    }

    @Override
    public Iterable<Row> currentPage() {
      return () -> rows;
    }

    @Override
    public int remaining() {
      return remaining;
    }

    @Override
    public boolean hasMorePages() {
      return morePages;
    }

    @Override
    public CompletionStage<AsyncResultSet> fetchNextPage() {
      return ask();
    }

    @Override
    public boolean wasApplied() {
      return false;
    }

    @Override
    public ColumnDefinitions getColumnDefinitions() {
      return null;
    }

    @Override
    public ExecutionInfo getExecutionInfo() {
      return null;
    }
  }
}
