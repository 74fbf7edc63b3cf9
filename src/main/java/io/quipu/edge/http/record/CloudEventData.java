package io.quipu.edge.http.record;

import io.quipu.edge.counters.DraftInput;
import io.quipu.edge.web.JsonInput;
import io.quipu.engine.input.EditDistance;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.Draft;
import io.vertx.core.buffer.Buffer;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The data of a CloudEvent: the members that Quipu reads, taken into the draft of the event. Other
 * members are the producer's and are passed over, unless they are named like a member of an event.
 */
final class CloudEventData {
  static final String DATA = "data";
  static final String BASE64 = "data_base64";
  static final String TYPE = "datacontenttype";

  /** The members that are read. */
  static final List<String> TAKEN = List.of("delta", "events", "labels", "min", "max");

  /** Words that are near to the name of a member, and that producers use for texts. */
  private static final List<String> WORDS = List.of("event", "label");

  private final Draft draft;
  private boolean hasTime;
  private boolean isRead;

  /**
   * @param draft takes the members
   */
  CloudEventData(Draft draft) {
    this.draft = draft;
  }

  /** Tells whether the data has a time, which is not that of the event. */
  boolean hasTime() {
    return hasTime;
  }

  /** Tells whether there was data, and not null. */
  boolean isRead() {
    return isRead;
  }

  /** Tells whether a media type says that the data is JSON (JSON event format 1.0.2, 3.1.1). */
  static boolean isJson(String type) {
    int parameters = type.indexOf(';');
    String name =
        (parameters < 0 ? type : type.substring(0, parameters)).trim().toLowerCase(Locale.ROOT);
    return name.endsWith("/json") || (name.indexOf('/') > 0 && name.endsWith("+json"));
  }

  /** Reads data that is a JSON value: an object, or {@code null} for nothing. */
  void read(JsonInput json) {
    if (json.isNull()) {
      return;
    }
    isRead = true;
    json.requireObject(DATA);
    for (String field = json.nextField(); field != null; field = json.nextField()) {
      if (TAKEN.contains(field)) {
        take(field, json);
      } else {
        requireOther(field, json);
        hasTime |= field.equalsIgnoreCase("time") && !json.isNull();
        json.skip();
      }
    }
  }

  private void take(String field, JsonInput json) {
    try {
      DraftInput.take(draft, field, json);
    } catch (InvalidInput e) {
      throw e.field().equals(JsonInput.BODY) ? e : e.within(DATA);
    }
  }

  /**
   * Refuses a member that is passed over only because of its capitals, its spelling or the kind.
   */
  private static void requireOther(String field, JsonInput json) {
    String lower = field.toLowerCase(Locale.ROOT);
    if (CloudEventInput.ATTRIBUTES.contains(lower)) {
      return;
    }
    String place = DATA + "." + JsonInput.shown(field);
    for (String name : TAKEN) {
      if (lower.equals(name) || isMeant(name, lower, json)) {
        throw new InvalidInput(place, place + " is not read; send " + DATA + "." + name);
      }
    }
    if (DraftInput.FIELDS.contains(lower)) {
      throw new InvalidInput(
          place,
          place
              + " is for events of kinds that take no CloudEvents: send these as JSON, or leave it"
              + " out");
    }
  }

  /** Tells whether a member is so near to another that it must be a slip. */
  private static boolean isMeant(String name, String lower, JsonInput json) {
    return isSlip(lower, name) && !(json.isString() && WORDS.contains(lower));
  }

  /** Tells whether one letter makes a name of another; of names of other lengths at no cost. */
  static boolean isSlip(String lower, String name) {
    return name.length() > 3
        && Math.abs(lower.length() - name.length()) <= 1
        && EditDistance.of(lower, name) == 1;
  }

  /**
   * Reads data that is binary. The format forbids to guess that it is JSON.
   *
   * @param type the {@code datacontenttype}; null if the event has none
   */
  void readBase64(String text, @Nullable String type) {
    byte[] bytes = decoded(text);
    if (bytes.length == 0) {
      return;
    }
    requireJson(type, BASE64);
    try {
      JsonInput.parse(
          JsonInput.utf8(Buffer.buffer(bytes)),
          json -> {
            read(json);
            return draft;
          });
    } catch (InvalidInput e) {
      throw e.field().equals(JsonInput.BODY)
          ? new InvalidInput(BASE64, "data_base64 is not what datacontenttype says: " + e.detail())
          : e;
    }
  }

  /**
   * Refuses data that is not JSON.
   *
   * @param type the {@code datacontenttype}; null if the event has none
   * @param member what has the data
   */
  static void requireJson(@Nullable String type, String member) {
    if (type == null || !isJson(type)) {
      throw new InvalidInput(
          TYPE,
          "datacontenttype is "
              + (type == null ? "missing" : JsonInput.shown(type))
              + ", and Quipu reads the delta from JSON only: send datacontenttype"
              + " application/json, or leave "
              + member
              + " out");
    }
  }

  private static byte[] decoded(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidInput(
          BASE64,
          "data_base64 is "
              + JsonInput.shown(text)
              + ", and must be Base64 (RFC 4648, section 4), such as eyJkZWx0YSI6MX0=");
    }
  }
}
