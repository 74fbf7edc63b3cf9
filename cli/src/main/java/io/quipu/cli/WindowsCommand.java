package io.quipu.cli;

import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.options.RangeOptions;
import io.quipu.cli.options.SeriesOptions;
import io.quipu.cli.options.SketchOptions;
import io.quipu.cli.service.Query;
import io.quipu.cli.service.Service;
import io.quipu.client.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code windows}: prints the counts or estimates of a counter by minute, hour, day, week, month or
 * year.
 */
@Command(
    name = "windows",
    description = "Prints what a counter counted in each minute, hour, day, week, month or year.")
public final class WindowsCommand extends ServiceCommand {
  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Parameters(paramLabel = "COUNTER", description = "Its name.")
  private String counter = "";

  @Option(
      names = {"-g", "--granularity"},
      paramLabel = "minute|hour|day|week|month|year",
      description = "How long each is (${DEFAULT-VALUE}).")
  private String granularity = "hour";

  @Mixin private final RangeOptions range = new RangeOptions();

  @Mixin private final SeriesOptions series = new SeriesOptions();

  @Mixin private final SketchOptions sketch = new SketchOptions();

  @Override
  int run(Service service) {
    Query query = range.in(new Query().with("granularity", granularity));
    JsonObject answer =
        service.get(namespace.counter(counter) + "/windows" + series.in(sketch.in(query)));
    return print(
        answer,
        () -> {
          WindowTable.print(answer, out(), List.of("start"), WindowsCommand::windows);
          tellKeptFrom(answer, out());
        });
  }

  private static List<JsonObject> windows(JsonObject one) {
    return one.objectsOrNone("windows");
  }

  /** Tells where the windows of an answer begin that are still kept, if some are left out. */
  static void tellKeptFrom(JsonObject answer, PrintWriter out) {
    SeriesOptions.of(answer).stream()
        .filter(one -> one.has("keptFrom"))
        .findFirst()
        .ifPresent(one -> out.println("Windows are kept from " + one.text("keptFrom") + " on."));
  }
}
