package io.quipu.bench;

import io.quipu.Quipu;
import io.quipu.config.Config;
import io.quipu.dev.CassandraOptions;
import io.quipu.dev.CassandraProcess;
import io.quipu.time.Clock;
import io.vertx.core.VertxOptions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What a read costs when 100 and when 1,000,000 events are settled: it must not depend on history.
 * Both counters are read in turn (A, B, A, B, ...) by one closed-loop client, so that whatever else
 * the machine does falls on both; the figure that counts is the ratio.
 *
 * <p>Run by hand: {@code mvn -Pbench -Dbench=ReadCost}.
 */
public final class ReadCost {
  private static final int FEW = 100;
  private static final int MANY = Integer.getInteger("events", 1_000_000);
  private static final int BATCH = 10_000;
  private static final int WARM_UP = 2_000;
  private static final int READS = 5_000;

  private ReadCost() {}

  public static void main(String[] arguments) throws Exception {
    try (CassandraProcess cassandra =
        CassandraProcess.start(CassandraOptions.named("bench").fromEmpty())) {
      Quipu quipu =
          Quipu.start(config(cassandra), new VertxOptions(), Clock.system())
              .toCompletionStage()
              .toCompletableFuture()
              .get(2, TimeUnit.MINUTES);
      try {
        measure(new CounterClient(quipu.port()));
      } finally {
        quipu.stop().toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
      }
    }
  }

  private static Config config(CassandraProcess cassandra) {
    return Config.from(
        Map.of(
            "QUIPU_DEV", "true",
            "QUIPU_HTTP_HOST", "127.0.0.1",
            "QUIPU_HTTP_PORT", "0",
            "QUIPU_CASSANDRA_CONTACT_POINTS", "127.0.0.1:" + cassandra.address().getPort()));
  }

  private static void measure(CounterClient client) throws Exception {
    System.out.printf("Recording %,d and %,d events, each a row of its own%n", FEW, MANY);
    client.record("few", FEW, BATCH);
    client.record("many", MANY, BATCH);
    client.awaitSettled("few", FEW);
    client.awaitSettled("many", MANY);
    System.out.println("All settled; reading both in turn");
    Histogram few = new Histogram(3);
    Histogram many = new Histogram(3);
    for (int i = 0; i < WARM_UP + READS; i++) {
      long a = client.timedRead("few", FEW);
      long b = client.timedRead("many", MANY);
      if (i >= WARM_UP) {
        few.recordValue(a / 1_000);
        many.recordValue(b / 1_000);
      }
    }
    print("p50", few, many, 50);
    print("p90", few, many, 90);
    print("p99", few, many, 99);
  }

  private static void print(String name, Histogram few, Histogram many, double percentile) {
    double a = few.getValueAtPercentile(percentile);
    double b = many.getValueAtPercentile(percentile);
    System.out.printf(
        "read %s: %,d events %.0f us, %,d events %.0f us, ratio %.2f%n",
        name, FEW, a, MANY, b, b / a);
  }
}
