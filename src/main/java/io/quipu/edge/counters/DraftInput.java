package io.quipu.edge.counters;

import io.quipu.edge.web.JsonInput;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads one event of the API contract from JSON, field by field. */
public final class DraftInput {
  /** The fields of events, of at least one kind of counter. */
  public static final List<String> FIELDS =
      List.of(
          "delta",
          "events",
          "time",
          "id",
          "labels",
          "actor",
          "version",
          "replaces",
          "value",
          "min",
          "max");

  private static final List<String> NAMED =
      Stream.concat(Stream.of("namespace", "counter"), FIELDS.stream()).toList();

  private DraftInput() {}

  /** Reads an event of a counter that the path names. */
  public static Draft draft(JsonInput json) {
    Draft draft = new Draft();
    for (String field = json.nextField(); field != null; field = json.nextField()) {
      if (!take(draft, field, json)) {
        throw json.unknown(field, FIELDS);
      }
    }
    return draft;
  }

  /** Reads an event that names its own counter. */
  public static Draft namedDraft(JsonInput json) {
    Draft draft = new Draft();
    @Nullable String namespace = null;
    @Nullable String counter = null;
    for (String field = json.nextField(); field != null; field = json.nextField()) {
      if (field.equals("counter")) {
        JsonInput.once(counter != null, field);
        counter = json.string(field);
      } else if (field.equals("namespace")) {
        JsonInput.once(namespace != null, field);
        namespace = json.string(field);
      } else if (!take(draft, field, json)) {
        throw json.unknown(field, NAMED);
      }
    }
    if (counter == null) {
      throw new InvalidInput("counter", "counter is missing");
    }
    draft.of(new CounterName(orDefault(namespace), counter));
    return draft;
  }

  /** Returns the given namespace, or the default namespace for null. */
  public static String orDefault(@Nullable String namespace) {
    return namespace == null ? Namespace.DEFAULT.name() : namespace;
  }

  /**
   * Takes the value of a field, if events of at least one kind of counter have the field.
   *
   * @return false if events of no kind have the field; then no value is taken
   * @throws InvalidInput if the value has the wrong type, or the field was given before
   */
  public static boolean take(Draft draft, String field, JsonInput json) {
    switch (field) {
      case "delta" -> draft.integer(Member.DELTA, json.integer(field));
      case "events" -> draft.integer(Member.EVENTS, json.integer(field));
      case "time" -> draft.happened(TimeInput.parse(field, json.string(field)));
      case "id" -> draft.text(Member.ID, json.string(field));
      case "actor" -> draft.text(Member.ACTOR, json.string(field));
      case "version" -> draft.integer(Member.VERSION, json.exactInteger(field));
      case "replaces" -> draft.integer(Member.REPLACES, json.exactInteger(field));
      case "value" -> {
        boolean isText = json.isString();
        draft.value(json.stringOrNumber(field), isText);
      }
      case "labels" -> draft.labels(labels(json));
      case "min" -> draft.integer(Member.MIN, json.integer(field));
      case "max" -> draft.integer(Member.MAX, json.integer(field));
      default -> {
        return false;
      }
    }
    return true;
  }

  /**
   * Reads the labels of an event.
   *
   * @throws InvalidInput naming {@code labels}, if the value is no object of few strings
   */
  public static Map<String, String> labels(JsonInput json) {
    json.requireObject("labels");
    Map<String, String> labels = new TreeMap<>();
    for (String name = json.nextField(); name != null; name = json.nextField()) {
      if (labels.size() == Breakdowns.MOST) {
        throw new InvalidInput("labels", "labels must be at most " + Breakdowns.MOST);
      }
      JsonInput.once(labels.put(name, json.string("labels." + name)) != null, "labels." + name);
    }
    return labels;
  }
}
