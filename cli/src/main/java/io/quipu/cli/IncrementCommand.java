package io.quipu.cli;

import io.quipu.client.Increment;
import io.quipu.client.Incremented;
import io.quipu.client.JsonObject;
import io.quipu.client.QuipuClient;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
  @Option(
      names = {"-e", "--events"},
      paramLabel = "N",
      description = "How many events it stands for (${DEFAULT-VALUE}).")
  private int events = 1;

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
    if (counter().isEmpty() || namespace().isEmpty()) {
      throw bad(
          (counter().isEmpty() ? "COUNTER" : "--namespace")
              + " is empty: it must have 1 character at least");
    }
  }

  @Override
  CompletableFuture<JsonObject> record(QuipuClient client) {
    String known = id();
    Increment increment =
        new Increment(namespace(), counter(), delta(events), events, known, min, max);
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
    out().println(answer.integer("count"));
  }
}
