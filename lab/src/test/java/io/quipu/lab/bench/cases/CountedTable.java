package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.JdbcLoad;
import io.quipu.lab.bench.load.Receipts;
import io.quipu.lab.bench.report.Finding;
import io.quipu.lab.bench.server.Postgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Counters in Postgres and the ids that they counted, by one statement: it adds as many as it found
 * new. A counter's row is updated last, so that it is locked for the commit alone.
 */
final class CountedTable {
  /** Single events of many counters gain from more connections, events of one from fewer. */
  static final int CONNECTIONS = Integer.getInteger("postgres.connections", 16);

  /** The ids that are known before a case, of other times. */
  private static final long KNOWN = Long.getLong("known", 0);

  private static final String ADD =
      """
      WITH added AS (
        INSERT INTO event_id (counter, id) SELECT ?, unnest(?)
        ON CONFLICT DO NOTHING RETURNING 1)
      UPDATE counter SET count = count + (SELECT count(*) FROM added) WHERE number = ?
      """;

  private final String url;
  private final int counters;

  private CountedTable(String url, int counters) {
    this.url = url;
    this.counters = counters;
  }

  /** Says that Postgres is missing, or how it is used. */
  static boolean isThere(Bench bench) {
    boolean installed = Postgres.isInstalled();
    bench.note(
        installed
            ? Postgres.settingsInWords()
                + "; autocommit over JDBC, no HTTP before it; %,d ids known, none forgotten"
                    .formatted(KNOWN)
            : "without Postgres: postgresql is not installed (lab/install-servers)");
    return installed;
  }

  /** Replaces the tables of the case before. */
  static CountedTable create(Bench bench, int counters) throws IOException, SQLException {
    String url = Postgres.url(bench.servers().postgres().address());
    CountedTable table = new CountedTable(url, counters);
    table.execute(
        "DROP TABLE IF EXISTS event_id, counter",
        "CREATE TABLE event_id (counter int NOT NULL, id text NOT NULL)",
        // room in the page of a row for its next versions, which then need no entry in the index
        "CREATE TABLE counter (number int PRIMARY KEY, count bigint NOT NULL) WITH (fillfactor = 10)",
        "INSERT INTO counter SELECT n, 0 FROM generate_series(0, %d) n".formatted(counters - 1),
        "INSERT INTO event_id SELECT n %% %d, md5(n::text) FROM generate_series(1, %d) n"
            .formatted(counters, KNOWN),
        "ALTER TABLE event_id ADD PRIMARY KEY (counter, id)",
        "VACUUM ANALYZE");
    table.checkpoint();
    return table;
  }

  /** Batches of new ids of one counter each, any of them. */
  JdbcLoad load(int events) throws SQLException {
    EventIds ids = new EventIds();
    return new JdbcLoad(
        url,
        CONNECTIONS,
        ADD,
        statement -> {
          int counter = ThreadLocalRandom.current().nextInt(counters);
          String[] batch = Stream.generate(ids).limit(events).toArray(String[]::new);
          statement.setInt(1, counter);
          statement.setArray(2, statement.getConnection().createArrayOf("text", batch));
          statement.setInt(3, counter);
        });
  }

  /** Writes all changed pages to the disk, which the next to be measured would else pay. */
  void checkpoint() throws SQLException {
    execute("CHECKPOINT");
  }

  private void execute(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /**
   * Tells whether every counter has the count of its ids, and all have counted what was sent.
   *
   * @param receipts in events
   */
  void check(Receipts receipts, Finding finding) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet sums =
            statement.executeQuery(
                "SELECT (SELECT sum(count) FROM counter), (SELECT count(*) FROM event_id)")) {
      sums.next();
      long counted = sums.getLong(1);
      long stored = sums.getLong(2) - KNOWN;
      Balance balance = new Balance(new Sum(counted, 0), receipts);
      String result = "Postgres has %,d ids; %s".formatted(stored, balance);
      if (balance.isRight() && counted == stored) {
        finding.note(result);
      } else {
        finding.fail(result);
      }
    }
  }
}
