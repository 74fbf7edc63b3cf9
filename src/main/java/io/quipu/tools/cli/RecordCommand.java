package io.quipu.tools.cli;

import io.quipu.client.InDoubtException;
import io.quipu.client.QuipuClient;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A command that records one event. Exit code 3: outcome unknown. */
abstract class RecordCommand extends ServiceCommand {
  private static final int IN_DOUBT = 3;

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
      return complain(e) instanceof InDoubtException ? IN_DOUBT : 1;
    }
  }

  /** Refuses options that do not go together. */
  abstract void checkOptions();

  /** Records the event, and returns the answer of {@code --json}. */
  abstract CompletableFuture<JsonObject> record(QuipuClient client);

  abstract void printForPeople(JsonObject answer);
}
