package io.quipu.edge.response;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a request failed, in words for the caller (RFC 9457).
 *
 * @param detail the reason in words, with the field and the limit; without internals of the service
 * @param field the field, parameter or header at fault; null if there is none
 * @param index the index of the faulty element in its list, from 0, or {@link #NOWHERE}
 * @param line the number of the faulty line of an NDJSON body, from 1, or {@link #NOWHERE}
 */
public record Problem(
    ProblemType type, String detail, @Nullable String field, int index, int line) {
  public static final int NOWHERE = -1;
  public static final String CONTENT_TYPE = "application/problem+json";

  public static Problem of(ProblemType type, String detail) {
    return new Problem(type, detail, null, NOWHERE, NOWHERE);
  }

  public static Problem of(ProblemType type, String field, String detail) {
    return new Problem(type, detail, field, NOWHERE, NOWHERE);
  }

  public static Problem invalid(ProblemType type, InvalidInput finding) {
    return of(type, finding.field(), finding.detail());
  }

  /** Makes this problem one of an element of a list in the request, such as {@code events}. */
  public Problem inElement(String list, int at) {
    String element = list + "[" + at + "]";
    return new Problem(
        type, element + ": " + detail, field == null ? element : element + "." + field, at, line);
  }

  /** Makes this problem one of a line in an NDJSON body. The line is an element of the list. */
  public Problem inLine(String list, int index, int line) {
    String element = list + "[" + index + "]";
    return new Problem(
        type,
        "line " + line + ": " + detail,
        field == null ? element : element + "." + field,
        index,
        line);
  }

  /**
   * Makes the body of the response.
   *
   * @param instance the id of the request
   */
  public Buffer json(String instance) {
    JsonText json = new JsonText().beginObject();
    writeMembers(json);
    json.field("instance", instance);
    if (field != null) {
      json.field("field", field);
    }
    if (index != NOWHERE) {
      json.field("index", index);
    }
    if (line != NOWHERE) {
      json.field("line", line);
    }
    return Buffer.buffer(json.endObject().toString());
  }

  /** Writes type, title, status and detail into the JSON object that the caller has begun. */
  public void writeMembers(JsonText json) {
    json.field("type", type.uri())
        .field("title", type.title())
        .field("status", type.status())
        .field("detail", detail);
  }
}
