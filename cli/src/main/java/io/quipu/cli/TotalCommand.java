package io.quipu.cli;

import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.options.RangeOptions;
import io.quipu.cli.options.SeriesOptions;
import io.quipu.cli.options.SketchOptions;
import io.quipu.cli.service.Query;
import io.quipu.cli.service.Service;
import io.quipu.client.JsonObject;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code total}: prints what a counter counted in a range of time. */
@Command(name = "total", description = "Prints what a counter counted in a range of time.")
public final class TotalCommand extends ServiceCommand {
  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Parameters(paramLabel = "COUNTER", description = "Its name.")
  private String counter = "";

  @Mixin private final RangeOptions range = new RangeOptions();

  @Option(
      names = "--compare",
      description = "Also prints the range before: of the same kind, or as long.")
  private boolean compared;

  @Mixin private final SeriesOptions series = new SeriesOptions();

  @Mixin private final SketchOptions sketch = new SketchOptions();

  @Override
  int run(Service service) {
    if (!range.begins()) {
      throw bad("--from and --range are missing: give one of them, such as --range=7d");
    }
    Query query = range.in(new Query()).with("compare", compared ? "previous" : null);
    JsonObject answer =
        service.get(namespace.counter(counter) + "/total" + series.in(sketch.in(query)));
    return print(
        answer,
        () -> {
          WindowTable.print(answer, out(), List.of("from", "to"), TotalCommand::totals);
          WindowsCommand.tellKeptFrom(answer, out());
        });
  }

  private static List<JsonObject> totals(JsonObject one) {
    return one.has("previous") ? List.of(one, one.object("previous")) : List.of(one);
  }
}
