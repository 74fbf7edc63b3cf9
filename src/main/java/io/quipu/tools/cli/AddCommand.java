package io.quipu.tools.cli;

import io.quipu.client.Event;
import io.quipu.client.InDoubtException;
import io.quipu.client.QuipuClient;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code add}: records an event once, even if answers are lost. Exit code 3: outcome unknown. */
@Command(
    name = "add",
    description = {
      "Records an event, and ends when it is durable. It is sent until that is known, with the same"
          + " id, so that it counts once; but not where nobody listens to begin with.",
      "Ends with 1 if it certainly is not recorded, with 3 if it may be: the line that says so has"
          + " the id to add it again with."
    })
public final class AddCommand extends ServiceCommand {
  private static final int IN_DOUBT = 3;

  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Parameters(paramLabel = "COUNTER", description = "Its name.")
  private String counter = "";

  @Option(
      names = {"-d", "--delta"},
      paramLabel = "N",
      description = "What it adds, such as -3; otherwise the number of its events.")
  private @Nullable Long delta;

  @Option(
      names = {"-e", "--events"},
      paramLabel = "N",
      description = "How many events it stands for (${DEFAULT-VALUE}).")
  private int events = 1;

  @Option(
      names = "--id",
      paramLabel = "TEXT",
      description = "Events with one id count once; otherwise a new one.")
  private @Nullable String id;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      description = "When it happened, such as 2026-01-01T12:00:00Z; otherwise now.")
  private @Nullable OffsetDateTime time;

  @Option(
      names = "--label",
      paramLabel = "NAME=VALUE",
      description =
          "The value of a label of the namespace, such as country=CH; any number of them.")
  private Map<String, String> labels = Map.of();

  @Override
  int run(Service service) {
    Event event =
        new Event(
            namespace.name(),
            counter,
            delta == null ? events : delta,
            events,
            id == null ? Event.newId() : id,
            time == null ? null : time.toInstant(),
            labels);
    try (QuipuClient client = service.client()) {
      CompletableFuture<Void> added = client.add(event);
      // Closing the client ends the wait below; nothing waits for the close itself.
      var unused = service.contact().hopeless().thenRun(() -> client.close(Duration.ZERO));
      added.join();
      return print(new JsonObject().put("status", "recorded").put("id", event.id()), () -> {});
    } catch (CompletionException e) {
      return complain(e) instanceof InDoubtException ? IN_DOUBT : 1;
    }
  }
}
