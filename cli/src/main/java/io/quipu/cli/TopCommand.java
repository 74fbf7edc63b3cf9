package io.quipu.cli;

import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.options.RangeOptions;
import io.quipu.cli.screen.Readings;
import io.quipu.cli.service.Query;
import io.quipu.cli.service.Service;
import io.quipu.client.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code top}: prints the largest counters of a namespace. */
@Command(
    name = "top",
    description = "Prints the counters of a namespace that have the largest settled counts.")
public final class TopCommand extends ServiceCommand {
  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most so many, up to 1,000 (${DEFAULT-VALUE}).")
  private int limit = 10;

  @Option(names = "--prefix", paramLabel = "TEXT", description = "Only names that begin so.")
  private @Nullable String prefix;

  @Option(
      names = "--granularity",
      paramLabel = "minute|hour|day|week|month|year",
      description = "Only what was counted in one of these: the present one, or that of --window.")
  private @Nullable String granularity;

  @Option(
      names = "--window",
      paramLabel = "TIME",
      description = "When it began, or a time such as -1d that it holds.")
  private @Nullable String window;

  @Mixin private final RangeOptions range = new RangeOptions();

  @Override
  int run(Service service) {
    Query query =
        new Query()
            .with("n", Integer.toString(limit))
            .with("prefix", prefix)
            .with("granularity", granularity)
            .with("window", window);
    JsonObject answer = service.get(namespace.counters() + "/top" + range.in(query));
    return print(answer, () -> Readings.print(answer.objectsOrNone("counters"), out()));
  }
}
