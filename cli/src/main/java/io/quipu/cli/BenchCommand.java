package io.quipu.cli;

import io.quipu.cli.bench.Bench;
import io.quipu.cli.bench.LoadPlan;
import io.quipu.cli.bench.LoadResult;
import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.service.Service;
import io.quipu.client.JsonObject;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench}: sends a load, measures the latencies, and checks the counts. */
@Command(
    name = "bench",
    sortOptions = false,
    description = {
      "Records events as fast as they are answered, or at a rate, and tells the latencies; then reads"
          + " the counts, and ends with 1 if they are not what was acknowledged.",
      "Latencies begin when a request was due, not when it could be sent. The counters are new ones,"
          + " and stay."
    })
public final class BenchCommand extends ServiceCommand {
  private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, 100.0);

  /** The share of the ceiling above which the figures say little about the service. */
  private static final double NEAR_THE_CEILING = 0.7;

  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Requests a second; 0: as many as are answered (${DEFAULT-VALUE}).")
  private int rate = 0;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "Each with one request at a time (${DEFAULT-VALUE}).")
  private int connections = 64;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long it is measured, after the warm-up (${DEFAULT-VALUE}).")
  private int seconds = 10;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description =
          "Seconds of load before that; a service just started takes 15 (${DEFAULT-VALUE}).")
  private int warmUp = 5;

  @Option(
      names = "--counters",
      paramLabel = "N",
      description = "How many are counted (${DEFAULT-VALUE}).")
  private int counters = 100;

  @Option(
      names = "--batch",
      paramLabel = "N",
      description = "Events in a request (${DEFAULT-VALUE}).")
  private int batch = 1;

  @Option(names = "--ids", description = "Each event has an id.")
  private boolean ids;

  @Override
  int run(Service service) {
    within("--rate", rate, 0, 1_000_000);
    within("--connections", connections, 1, 4_096);
    within("--seconds", seconds, 1, 86_400);
    within("--warm-up", warmUp, 0, 86_400);
    within("--counters", counters, 1, 100_000);
    within("--batch", batch, 1, 10_000);
    String prefix = "bench-" + UUID.randomUUID().toString().substring(0, 8) + "-";
    LoadPlan plan =
        new LoadPlan(
            service.base(),
            service.credentials(),
            service.authorities(),
            namespace.name(),
            prefix,
            counters,
            batch,
            ids,
            connections,
            rate,
            Duration.ofSeconds(warmUp),
            Duration.ofSeconds(seconds),
            service.timeout());
    // A wrong address, key or namespace ends the command before the load.
    counted(service, plan.counterNames().subList(0, 1));
    try (Bench bench = new Bench()) {
      LoadResult result = bench.run(plan);
      BigInteger counted = counted(service, plan.counterNames());
      double ceiling = bench.ceiling(plan);
      LoadResult.Verdict verdict = result.verdict(counted);
      print(answer(result, counted, ceiling), () -> print(result, counted, ceiling));
      return verdict == LoadResult.Verdict.EXACT && result.acknowledged() > 0 ? 0 : 1;
    }
  }

  private void within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw bad(option + "=" + value + ": it must be from " + least + " to " + most);
    }
  }

  private BigInteger counted(Service service, List<String> names) {
    BigInteger sum = BigInteger.ZERO;
    for (int from = 0; from < names.size(); from += Service.MOST_COUNTS) {
      List<String> some = names.subList(from, Math.min(names.size(), from + Service.MOST_COUNTS));
      for (JsonObject count : service.counts(namespace.name(), some).objects("counts")) {
        sum = sum.add(count.integer("count"));
      }
    }
    return sum;
  }

  private static JsonObject answer(LoadResult result, BigInteger counted, double ceiling) {
    JsonObject latency = new JsonObject();
    for (double percentile : PERCENTILES) {
      latency.put("p" + percentile, result.latency().getValueAtPercentile(percentile) / 1_000.0);
    }
    return new JsonObject()
        .put("requestsPerSecond", result.requestsPerSecond())
        .put("eventsPerSecond", result.eventsPerSecond())
        .put("latencyMillis", latency)
        .put("acknowledged", result.acknowledged())
        .put("refused", result.refused())
        .put("unknown", result.unknown())
        .put("unsent", result.unsent())
        .put("counted", counted)
        .put("verdict", result.verdict(counted).name().toLowerCase(Locale.ROOT))
        .put("ceilingRequestsPerSecond", ceiling);
  }

  private void print(LoadResult result, BigInteger counted, double ceiling) {
    line("requests a second", "%,.0f", result.requestsPerSecond());
    line("events a second", "%,.0f", result.eventsPerSecond());
    for (double percentile : PERCENTILES) {
      line(
          percentile == 100 ? "slowest" : "p" + (percentile == 99.9 ? "99.9" : (int) percentile),
          "%,.2f ms",
          result.latency().getValueAtPercentile(percentile) / 1_000.0);
    }
    line("acknowledged", "%,d events", result.acknowledged());
    line("refused", "%,d", result.refused());
    line("unknown", "%,d", result.unknown());
    if (result.unsent() > 0) {
      line("never sent", "%,d: the service is slower than the rate", result.unsent());
    }
    line("counted", "%,d: %s", counted, words(result.verdict(counted)));
    line(
        "ceiling of this load",
        "%,.0f requests a second%s",
        ceiling,
        result.requestsPerSecond() > NEAR_THE_CEILING * ceiling
            ? ": the figures say more of the load than of the service; use several machines"
            : "");
  }

  private static String words(LoadResult.Verdict verdict) {
    return switch (verdict) {
      case EXACT -> "exact";
      case LOST -> "LESS THAN WAS ACKNOWLEDGED";
      case TOO_MANY -> "MORE THAN WAS SENT";
    };
  }

  private void line(String name, String format, Object... values) {
    out().printf(Locale.ROOT, "%-22s%s%n", name, String.format(Locale.ROOT, format, values));
  }
}
