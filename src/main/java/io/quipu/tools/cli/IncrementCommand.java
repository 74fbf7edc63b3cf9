package io.quipu.tools.cli;

import io.quipu.client.Event;
import io.quipu.client.Increment;
import io.quipu.client.Incremented;
import io.quipu.client.QuipuClient;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code increment}: adds to a counter of kind {@code linear}, and prints the value after it. */
@Command(
    name = "increment",
    description = {
      "Adds to a counter of kind linear, and prints the value after it, which no other increment"
          + " has. It is sent until that is known, with the same id, so that it counts once.",
      "Ends with 1 if it is not recorded, such as past a bound, with 3 if it may be: the line that"
          + " says so has the id to send it again with."
    })
public final class IncrementCommand extends RecordCommand {
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
      names = "--min",
      paramLabel = "N",
      description = "Refused if the count were less after it.")
  private @Nullable Long min;

  @Option(
      names = "--max",
      paramLabel = "N",
      description = "Refused if the count were more after it.")
  private @Nullable Long max;

  @Override
  void checkOptions() {
    if (counter.isEmpty() || namespace.name().isEmpty()) {
      throw bad("COUNTER: a name is empty");
    }
  }

  @Override
  CompletableFuture<JsonObject> record(QuipuClient client) {
    String known = id == null ? Event.newId() : id;
    Increment increment =
        new Increment(
            namespace.name(), counter, delta == null ? events : delta, events, known, min, max);
    return client.increment(increment).thenApply(value -> answer(known, value));
  }

  private static JsonObject answer(String id, Incremented value) {
    JsonObject answer =
        new JsonObject().put("status", "recorded").put("id", id).put("count", value.count());
    if (value.remaining() != null) {
      answer.put("remaining", value.remaining());
    }
    return value.resets() == null ? answer : answer.put("resets", value.resets().toString());
  }

  @Override
  void printForPeople(JsonObject answer) {
    out().println(answer.getValue("count"));
  }
}
