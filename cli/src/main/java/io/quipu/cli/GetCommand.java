package io.quipu.cli;

import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.options.SeriesOptions;
import io.quipu.cli.options.SketchOptions;
import io.quipu.cli.screen.Readings;
import io.quipu.cli.screen.Table;
import io.quipu.cli.service.Query;
import io.quipu.cli.service.Service;
import io.quipu.client.JsonObject;
import java.math.BigInteger;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code get}: prints the exact counts of counters. */
@Command(
    name = "get",
    description = {
      "Prints exact counts: all that was acknowledged before.",
      "One counter: its count alone, of kind sketch what it has of its values. Several, or --by"
          + " labels: a line for each."
    })
public final class GetCommand extends ServiceCommand {
  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Parameters(arity = "1..*", paramLabel = "COUNTER", description = "Their names.")
  private List<String> counters = List.of();

  @Mixin private final SeriesOptions series = new SeriesOptions();

  @Mixin private final SketchOptions sketch = new SketchOptions();

  @Option(
      names = "--all",
      description = "With --by: all series, in the order of their labels, not the largest alone.")
  private boolean all;

  @Override
  int run(Service service) {
    if (all && (!series.isBroken() || series.isLimited())) {
      throw bad(
          series.isBroken()
              ? "--all and --limit: give one of them"
              : "--all needs --by, such as --by=country");
    }
    if (counters.size() == 1 || series.isGiven() || sketch.isGiven()) {
      return runOne(service);
    }
    if (counters.size() > Service.MOST_COUNTS) {
      throw bad(
          "COUNTER: "
              + counters.size()
              + " are given, and at most "
              + Service.MOST_COUNTS
              + " are allowed at once");
    }
    JsonObject answer = service.counts(namespace.name(), counters);
    List<JsonObject> counts = answer.objectsOrNone("counts");
    return print(
        answer,
        () -> {
          Readings.print(counts, out());
          counts.forEach(count -> tellIfMistyped(service, count));
        });
  }

  private int runOne(Service service) {
    if (counters.size() > 1) {
      throw bad(
          "COUNTER: "
              + counters.size()
              + " are given, and with --by, --where, --ranks and --items one is allowed");
    }
    String path = namespace.counter(counters.get(0));
    JsonObject answer =
        all
            ? new JsonObject()
                .put(
                    "series",
                    service.list(
                        path, "series", () -> series.in(new Query().with("order", "name"))))
            : service.get(path + sketch.in(series.in(new Query())));
    return print(
        answer,
        () -> {
          if (answer.has("series")) {
            SeriesOptions.print(
                answer,
                out(),
                List.of("COUNT", "EVENTS", "NOT YET SETTLED"),
                one ->
                    List.of(
                        List.of(
                            Readings.value(one),
                            Readings.value(one, "events"),
                            Readings.unsettled(one))));
          } else {
            Readings.printOne(answer, out());
            tellIfMistyped(service, answer);
          }
        });
  }

  /** Tells the name of another counter that is near, if nothing was counted under this one. */
  private void tellIfMistyped(Service service, JsonObject answer) {
    String name = answer.text("counter", "");
    if (!(answer.members().get("events") instanceof BigInteger events) || events.signum() != 0) {
      return;
    }
    String hint = Mistyped.counter(service, namespace, name);
    if (!hint.isEmpty()) {
      complain("Nothing was counted in " + Table.plain(name) + hint);
    }
  }
}
