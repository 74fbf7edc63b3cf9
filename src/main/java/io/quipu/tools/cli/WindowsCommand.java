package io.quipu.tools.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code windows}: prints the counts of a counter by minute, hour or day. */
@Command(
    name = "windows",
    description = "Prints what a counter counted in each minute, hour or day (UTC).")
public final class WindowsCommand extends ServiceCommand {
  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Parameters(paramLabel = "COUNTER", description = "Its name.")
  private String counter = "";

  @Option(
      names = {"-g", "--granularity"},
      paramLabel = "minute|hour|day",
      description = "How long each is (${DEFAULT-VALUE}).")
  private String granularity = "hour";

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Such as 2026-01-01T00:00:00Z; otherwise 60 minutes, 24 hours or 30 days ago.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Exclusive; otherwise the present.")
  private @Nullable String to;

  @Override
  int run(Service service) {
    Query query = new Query().with("granularity", granularity).with("from", from).with("to", to);
    JsonObject answer = service.get(namespace.counter(counter) + "/windows" + query);
    return print(
        answer,
        () -> {
          JsonArray windows = answer.getJsonArray("windows", new JsonArray());
          Table table = new Table("START", "COUNT", "EVENTS", "");
          for (int i = 0; i < windows.size(); i++) {
            JsonObject window = windows.getJsonObject(i);
            table.add(
                window.getString("start", ""),
                window.getValue("count"),
                window.getValue("events"),
                window.getBoolean("settled", false) ? "" : "open");
          }
          table.print(out());
        });
  }
}
