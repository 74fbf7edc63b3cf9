package io.quipu.cli;

import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.service.Service;
import io.quipu.client.Event;
import io.quipu.client.InDoubtException;
import io.quipu.client.JsonObject;
import io.quipu.client.QuipuClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that records one event. Exit code 3: outcome unknown. */
abstract class RecordCommand extends ServiceCommand {
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
      names = "--id",
      paramLabel = "TEXT",
      description = "Events with one id count once; otherwise a new one.")
  private @Nullable String id;

  @Override
  final int run(Service service) {
    checkOptions();
    try (QuipuClient client = service.client()) {
      CompletableFuture<JsonObject> recorded = record(client);
      // Closing the client ends the wait below; nothing waits for the close itself.
      var unused = service.contact().hopeless().thenRun(() -> client.close(Duration.ZERO));
      JsonObject answer = recorded.join();
      return print(answer, () -> printForPeople(answer));
    } catch (CompletionException e) {
      return complain(service, e) instanceof InDoubtException ? IN_DOUBT : 1;
    }
  }

  final String namespace() {
    return namespace.name();
  }

  final String counter() {
    return counter;
  }

  /** The amount of an event that stands for some events. */
  final long delta(int events) {
    return delta == null ? events : delta;
  }

  /** The id of the event: a new one for each call, unless it was given. */
  final String id() {
    return id == null ? Event.newId() : id;
  }

  /** Tells whether the user gave an amount or an id. */
  final boolean isCounted() {
    return delta != null || id != null;
  }

  /** Refuses options that do not go together. */
  abstract void checkOptions();

  /** Records the event, and returns the answer of {@code --json}. */
  abstract CompletableFuture<JsonObject> record(QuipuClient client);

  abstract void printForPeople(JsonObject answer);
}
