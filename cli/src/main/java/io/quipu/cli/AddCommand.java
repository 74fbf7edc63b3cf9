package io.quipu.cli;

import io.quipu.cli.spelling.Pairs;
import io.quipu.client.Event;
import io.quipu.client.JsonObject;
import io.quipu.client.QuipuClient;
import io.quipu.client.Recordable;
import io.quipu.client.SketchValue;
import io.quipu.client.Statement;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code add}: records an event of any kind once, even if answers are lost. */
@Command(
    name = "add",
    description = {
      "Records an event, and ends when it is durable. It is sent until that is known, with the same"
          + " id, so that it counts once; but not where nobody listens to begin with.",
      "Of kind latest: --actor, --actor-version and --value. Of kind sketch: --value or --text,"
          + " which have no id, and are not sent again when an answer is lost.",
      "Ends with 1 if it certainly is not recorded, with 3 if it may be: the line that says so has"
          + " the id to add it again with."
    })
public final class AddCommand extends RecordCommand {
  private static final BigDecimal MOST = BigDecimal.TEN.pow(15);

  @Option(
      names = {"-e", "--events"},
      paramLabel = "N",
      description = "How many events it stands for; otherwise 1.")
  private @Nullable Integer events;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      description = "When it happened, such as 2026-01-01T12:00:00Z; otherwise now.")
  private @Nullable Instant time;

  @Option(
      names = "--label",
      paramLabel = "NAME=VALUE",
      description =
          "The value of a label of the namespace, such as country=CH; any number of them.")
  private List<String> labels = List.of();

  @Option(
      names = "--value",
      paramLabel = "N",
      description = "Of kind latest what the actor states, of kind sketch a number such as 3.5.")
  private @Nullable BigDecimal value;

  @Option(
      names = "--text",
      paramLabel = "TEXT",
      description = "Of kind sketch, where its state is distinct or top: a text.")
  private @Nullable String text;

  @Option(names = "--actor", paramLabel = "TEXT", description = "Of kind latest: who states it.")
  private @Nullable String actor;

  @Option(
      names = "--actor-version",
      paramLabel = "N",
      description = "Of kind latest: the version; the largest of an actor stands.")
  private @Nullable Long version;

  @Option(
      names = "--replaces",
      paramLabel = "N",
      description = "Of kind latest: a version by mistake, in whose place it stands.")
  private @Nullable Long replaces;

  @Override
  void checkOptions() {
    boolean stated = actor != null || version != null || replaces != null;
    if (stated && (actor == null || version == null || value == null)) {
      String missing = actor == null ? "--actor" : version == null ? "--actor-version" : "--value";
      throw bad(
          missing
              + " is missing: kind latest takes all of --actor=P1 --actor-version=2 --value=1500");
    }
    if (stated && value != null && value.abs().compareTo(MOST) > 0) {
      throw bad("--value=" + value + ": of kind latest it must be from -10^15 to 10^15");
    }
    if (stated && value != null && value.stripTrailingZeros().scale() > 0) {
      throw bad("--value=" + value + ": of kind latest it must be a whole number, such as 1500");
    }
    if (text != null && value != null) {
      throw bad(
          "--value="
              + value
              + " and --text="
              + text
              + ": give one of them, a number as --value, anything else as --text");
    }
    boolean valued = text != null || value != null;
    if (valued && (isCounted() || events != null || !labels.isEmpty())) {
      throw bad(
          "--delta, --events, --id and --label are not for events with --value or --text: leave"
              + " them out, or leave --value and --text out");
    }
    if (valued && !stated && time != null) {
      throw bad("--time=" + time + " is not for values of kind sketch: leave it out");
    }
  }

  @Override
  CompletableFuture<JsonObject> record(QuipuClient client) {
    Recordable event = event();
    JsonObject answer = new JsonObject().put("status", "recorded");
    return client
        .add(event)
        .thenApply(
            done -> event instanceof Event counted ? answer.put("id", counted.id()) : answer);
  }

  @Override
  void printForPeople(JsonObject answer) {
    // That it ends with 0 says all.
  }

  private Recordable event() {
    if (actor != null && version != null && value != null) {
      return new Statement(
          namespace(), counter(), actor, version, value.longValueExact(), replaces, time);
    }
    if (text != null) {
      return new SketchValue(namespace(), counter(), text);
    }
    if (value != null) {
      return new SketchValue(namespace(), counter(), value);
    }
    int happenings = events == null ? 1 : events;
    return new Event(namespace(), counter(), delta(happenings), happenings, id(), time, labels());
  }

  private Map<String, String> labels() {
    try {
      return Pairs.of(labels, "country=CH");
    } catch (IllegalArgumentException e) {
      throw bad("--label=" + e.getMessage());
    }
  }
}
