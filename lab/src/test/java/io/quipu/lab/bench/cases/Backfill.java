package io.quipu.lab.bench.cases;

import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Comparison;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A year of events of a hundred counters, in the order of their times and shuffled; until all are
 * settled, and the year is read by days.
 */
final class Backfill {
  private static final int COUNTERS = 100;
  private static final int BATCH = 1_000;
  private static final int IN_FLIGHT = 8;
  private static final int EVENTS_OF_A_PHASE_SECOND = 50_000;
  private static final int READS = 20;
  private static final long YEAR = Duration.ofDays(365).toSeconds();

  private final Bench bench;
  private final Api api;
  private final int events;
  private final Instant end = Instant.now().truncatedTo(ChronoUnit.DAYS);

  private Backfill(Bench bench) throws Exception {
    this.bench = bench;
    this.api = new Api(bench.quipu());
    this.events = bench.seconds() * EVENTS_OF_A_PHASE_SECOND;
  }

  static void run(Bench bench) throws Exception {
    new Backfill(bench).run();
  }

  private void run() throws Exception {
    bench.note(
        "%,d events over a year, of %d counters, in batches of %,d, %d in flight"
            .formatted(events, COUNTERS, BATCH, IN_FLIGHT));
    List<Comparison.Round> rates = new ArrayList<>();
    List<Comparison.Round> reads = new ArrayList<>();
    for (int round = -1; round < bench.rounds(); round++) {
      Side shuffled = new Side("shuffled" + (round + 1));
      double random = shuffled.record(order(true));
      Side inOrder = new Side("inorder" + (round + 1));
      double ordered = inOrder.record(order(false));
      if (round >= 0) {
        rates.add(new Comparison.Round(random, ordered));
        reads.add(new Comparison.Round(shuffled.readMillis(), inOrder.readMillis()));
        bench.note(
            "supplements: %s %,d, %s %,d"
                .formatted(
                    shuffled.namespace, shuffled.facts(), inOrder.namespace, inOrder.facts()));
      }
    }
    bench
        .finding()
        .add(
            new Comparison(
                "recorded and settled", "events/s", "shuffled", "in order", Aim.NONE, rates));
    bench
        .finding()
        .add(new Comparison("a year of days", "ms", "shuffled", "in order", Aim.NONE, reads));
  }

  private List<Integer> order(boolean shuffled) {
    List<Integer> order = new ArrayList<>(events);
    for (int i = 0; i < events; i++) {
      order.add(i);
    }
    if (shuffled) {
      Collections.shuffle(order, new Random(7));
    }
    return order;
  }

  /** The events of one order, in a namespace of their own. */
  private final class Side {
    final String namespace;

    Side(String namespace) throws Exception {
      this.namespace = namespace;
      api.createNamespace(namespace, "{\"kind\":\"event\",\"lateness\":\"400d\"}");
    }

    double record(List<Integer> order) throws Exception {
      Calm.await(bench.servers());
      long before = api.settled();
      long started = System.nanoTime();
      ExecutorService senders = Executors.newFixedThreadPool(IN_FLIGHT);
      try {
        List<Future<String>> sent = new ArrayList<>();
        for (int first = 0; first < events; first += BATCH) {
          List<Integer> some = order.subList(first, Math.min(events, first + BATCH));
          sent.add(senders.submit(() -> api.post("/v1/events", body(some))));
        }
        for (Future<String> one : sent) {
          one.get();
        }
      } finally {
        senders.shutdown();
      }
      api.awaitSettled(before + events);
      return events / ((System.nanoTime() - started) / 1e9);
    }

    private String body(List<Integer> some) {
      StringBuilder body = new StringBuilder("[");
      for (int number : some) {
        Instant time = end.minusSeconds(YEAR - YEAR * number / events);
        body.append(body.length() == 1 ? "" : ",")
            .append("{\"namespace\":\"")
            .append(namespace)
            .append("\",\"counter\":\"c")
            .append(number % COUNTERS)
            .append("\",\"id\":\"")
            .append(number)
            .append("\",\"time\":\"")
            .append(time)
            .append("\"}");
      }
      return body.append(']').toString();
    }

    /** The median of some reads of the days of the year. */
    double readMillis() throws Exception {
      List<Double> millis = new ArrayList<>();
      for (int i = 0; i < READS; i++) {
        long started = System.nanoTime();
        String days =
            api.get(
                "/v1/counters/"
                    + namespace
                    + "/c"
                    + i
                    + "/windows?granularity=day&from="
                    + end.minusSeconds(YEAR)
                    + "&to="
                    + end);
        millis.add((System.nanoTime() - started) / 1e6);
        int sum = days.split("\"count\":", -1).length - 1;
        if (sum != 365) {
          throw new IllegalStateException("a year of " + sum + " days");
        }
      }
      Collections.sort(millis);
      return millis.get(READS / 2);
    }

    /** Row by row: there are millions. */
    long facts() {
      long facts = 0;
      for (Row row :
          bench.servers().session().execute("SELECT namespace FROM quipu.window_supplement")) {
        facts += namespace.equals(row.getString(0)) ? 1 : 0;
      }
      return facts;
    }
  }
}
