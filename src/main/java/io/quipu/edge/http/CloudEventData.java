package io.quipu.edge.http;

import io.quipu.edge.counters.DraftInput;
import io.quipu.edge.web.JsonInput;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import io.quipu.engine.model.InvalidInput;
import io.vertx.core.buffer.Buffer;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The data of a CloudEvent: the members that Quipu reads, taken into the draft of the event. */
record CloudEventData(Draft draft) {
  static final String DATA = "data";
  static final String BASE64 = "data_base64";
  static final String TYPE = "datacontenttype";

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
    json.requireObject(DATA);
    for (String field = json.nextField(); field != null; field = json.nextField()) {
      switch (field) {
        case "delta" -> take(Member.DELTA, json);
        case "events" -> take(Member.EVENTS, json);
        case "labels" -> draft.labels(DraftInput.labels(json));
        default -> json.skip();
      }
    }
  }

  private void take(Member member, JsonInput json) {
    String field = DATA + "." + member.label();
    JsonInput.once(draft.has(member), field);
    draft.integer(member, json.integer(field));
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
    if (type == null || !isJson(type)) {
      throw new InvalidInput(
          TYPE,
          "datacontenttype is "
              + (type == null ? "missing" : JsonInput.shown(type))
              + ", and Quipu reads the delta from JSON only: send datacontenttype"
              + " application/json, or leave data_base64 out");
    }
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
