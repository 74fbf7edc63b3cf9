package io.quipu.lab.bench.load;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * A prepared statement over JDBC, a transaction each time, from clients that have a thread and a
 * connection each and wait for an answer before they ask again.
 */
public final class JdbcLoad implements Load {
  /** Sets the variables of the statement for the next execution; on several threads at a time. */
  @FunctionalInterface
  public interface Binding {
    void bind(PreparedStatement statement) throws SQLException;
  }

  private final Binding binding;
  private final List<PreparedStatement> clients = new ArrayList<>();
  private final ExecutorService threads;
  private final LongAdder sent = new LongAdder();
  private final LongAdder acknowledged = new LongAdder();

  /**
   * @param sql changes exactly one row, or else is counted as bad
   */
  public JdbcLoad(String url, int connections, String sql, Binding binding) throws SQLException {
    this.binding = binding;
    for (int i = 0; i < connections; i++) {
      clients.add(DriverManager.getConnection(url).prepareStatement(sql));
    }
    this.threads = Executors.newFixedThreadPool(connections);
  }

  @Override
  public Phase closedLoop(Duration time) {
    long start = System.nanoTime();
    long end = start + time.toNanos();
    Recorder micros = new Recorder(3);
    LongAdder bad = new LongAdder();
    clients.stream()
        .map(client -> CompletableFuture.runAsync(() -> ask(client, end, micros, bad), threads))
        .toList()
        .forEach(CompletableFuture::join);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    Histogram histogram = micros.getIntervalHistogram();
    acknowledged.add(histogram.getTotalCount());
    return new Phase(histogram.getTotalCount(), bad.sum(), took, histogram);
  }

  private void ask(PreparedStatement client, long end, Recorder micros, LongAdder bad) {
    long since = System.nanoTime();
    while (since < end) {
      sent.increment();
      if (isDone(client)) {
        micros.recordValue((System.nanoTime() - since) / 1_000);
      } else {
        bad.increment();
      }
      since = System.nanoTime();
    }
  }

  private boolean isDone(PreparedStatement client) {
    try {
      binding.bind(client);
      return client.executeUpdate() == 1;
    } catch (SQLException failed) {
      return false;
    }
  }

  @Override
  public Phase atRate(double perSecond, Duration time) {
    throw new UnsupportedOperationException("only in a closed loop");
  }

  /** Of all phases so far. Not while one runs. */
  public Receipts receipts() {
    return new Receipts(sent.sum(), acknowledged.sum());
  }

  @Override
  public void close() {
    threads.shutdown();
    for (PreparedStatement client : clients) {
      try {
        Connection connection = client.getConnection();
        connection.close();
      } catch (SQLException closed) {
        // the server is gone, and the connection with it
      }
    }
  }
}
