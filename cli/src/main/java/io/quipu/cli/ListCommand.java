package io.quipu.cli;

import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.screen.Readings;
import io.quipu.cli.screen.Table;
import io.quipu.cli.service.Query;
import io.quipu.cli.service.Service;
import io.quipu.client.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code list}: prints the counters of a namespace by name. */
@Command(
    name = "list",
    description = "Prints the counters of a namespace by name, with their settled counts.")
public final class ListCommand extends ServiceCommand {
  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Option(names = "--prefix", paramLabel = "TEXT", description = "Only names that begin so.")
  private @Nullable String prefix;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most so many, up to 1,000; otherwise all.")
  private @Nullable Integer limit;

  @Option(names = "--after", paramLabel = "NAME", description = "Only names that come after this.")
  private @Nullable String after;

  @Override
  int run(Service service) {
    JsonObject answer =
        limit == null && after == null
            ? new JsonObject()
                .put(
                    "counters",
                    service.list(
                        namespace.counters(), "counters", () -> new Query().with("prefix", prefix)))
            : service.get(
                namespace.counters()
                    + new Query()
                        .with("prefix", prefix)
                        .with("limit", limit == null ? Service.PAGE : limit.toString())
                        .with("after", after));
    return print(
        answer,
        () -> {
          Readings.print(answer.objectsOrNone("counters"), out());
          String next = answer.textOrNull("next");
          if (next != null) {
            complain("More: --after=" + Table.plain(next));
          }
        });
  }
}
