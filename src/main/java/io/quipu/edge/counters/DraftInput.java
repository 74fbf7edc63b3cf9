package io.quipu.edge.counters;

import io.quipu.edge.web.JsonInput;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.Namespace;
import org.jspecify.annotations.Nullable;

/** One event as the contract writes it, field by field. */
public final class DraftInput {
  private static final int NAMESPACE = 1;
  private static final int COUNTER = 2;

  private DraftInput() {}

  /** An event of a counter that the path names. */
  public static Draft draft(JsonInput json) {
    Draft draft = new Draft();
    for (String field = json.nextField(); field != null; field = json.nextField()) {
      if (!take(draft, field, json)) {
        throw json.unknown(field);
      }
    }
    return draft;
  }

  /** An event that names its own counter. */
  public static Draft namedDraft(JsonInput json) {
    Draft draft = new Draft();
    String namespace = Namespace.DEFAULT.name();
    @Nullable String counter = null;
    int seen = 0;
    for (String field = json.nextField(); field != null; field = json.nextField()) {
      if (field.equals("counter")) {
        seen = JsonInput.once(seen, COUNTER, field);
        counter = json.string(field);
      } else if (field.equals("namespace")) {
        seen = JsonInput.once(seen, NAMESPACE, field);
        namespace = json.string(field);
      } else if (!take(draft, field, json)) {
        throw json.unknown(field);
      }
    }
    if (counter == null) {
      throw new InvalidInput("counter", "counter is missing");
    }
    draft.of(new CounterName(namespace, counter));
    return draft;
  }

  /**
   * Takes the value of a field, if events of some kind have it.
   *
   * @return false if they do not
   * @throws InvalidInput if it is of the wrong type, or was given before
   */
  public static boolean take(Draft draft, String field, JsonInput json) {
    switch (field) {
      case "delta" -> draft.integer(Member.DELTA, json.integer(field));
      case "id" -> draft.text(Member.ID, json.string(field));
      case "actor" -> draft.text(Member.ACTOR, json.string(field));
      case "version" -> draft.integer(Member.VERSION, json.exactInteger(field));
      case "replaces" -> draft.integer(Member.REPLACES, json.exactInteger(field));
      case "value" -> {
        boolean isText = json.isString();
        draft.value(json.stringOrNumber(field), isText);
      }
      case "min" -> draft.integer(Member.MIN, json.integer(field));
      case "max" -> draft.integer(Member.MAX, json.integer(field));
      default -> {
        return false;
      }
    }
    return true;
  }
}
