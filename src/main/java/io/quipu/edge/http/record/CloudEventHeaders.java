package io.quipu.edge.http.record;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.web.MediaTypes;
import io.quipu.edge.web.Percent;
import io.quipu.edge.web.QuotedText;
import io.quipu.edge.web.QuotedText.Escapes;
import io.quipu.engine.input.InvalidInput;
import io.vertx.core.MultiMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The headers that hold the attributes of a CloudEvent in binary mode (HTTP protocol binding
 * 1.0.2). The name of a header is {@code ce-} and the name of the attribute. The value is
 * percent-encoded, and may be in double quotes, as in earlier versions of the binding. Attributes
 * that Quipu does not use are passed over, unless they look like a slip.
 */
final class CloudEventHeaders {
  static final String PREFIX = "ce-";

  private static final List<String> HEADERS =
      CloudEventInput.ATTRIBUTES.stream().map(PREFIX::concat).toList();

  private CloudEventHeaders() {}

  /**
   * Tells whether a request is a CloudEvent in binary mode. One attribute in a header is enough. If
   * the body holds the attributes, the headers are ignored.
   *
   * @param type the media type of the body
   */
  static boolean areIn(MultiMap headers, String type) {
    return !type.startsWith(MediaTypes.CLOUD_EVENT_FORMAT) && first(headers) != null;
  }

  /**
   * Refuses a CloudEvent where the path names the counter: its id would be passed over.
   *
   * @throws Rejection naming a header that holds an attribute
   */
  static void requireNone(MultiMap headers) {
    String header = first(headers);
    if (header != null) {
      throw Rejection.of(
          ProblemType.INVALID_EVENT,
          header,
          "This path takes no CloudEvents: send it to POST /v1/events, or leave "
              + header
              + " out");
    }
  }

  /** The first header that holds an attribute; null if there is none. */
  private static @Nullable String first(MultiMap headers) {
    for (Map.Entry<String, String> header : headers) {
      if (isAttribute(header.getKey())) {
        return header.getKey().toLowerCase(Locale.ROOT);
      }
    }
    return null;
  }

  private static boolean isAttribute(String header) {
    return header.regionMatches(true, 0, PREFIX, 0, PREFIX.length());
  }

  /**
   * Reads the attributes that the headers hold. The keys are the names without {@code ce-}.
   *
   * @throws Rejection naming a header that is given twice, cannot be decoded, or looks like a slip
   */
  static Map<String, String> attributes(MultiMap headers) {
    try {
      Map<String, String> attributes = new HashMap<>();
      for (String header : HEADERS) {
        List<String> values = headers.getAll(header);
        if (values.size() > 1) {
          throw new InvalidInput(header, header + " is given twice");
        }
        if (!values.isEmpty()) {
          attributes.put(
              header.substring(PREFIX.length()),
              Percent.decodeHeader(
                  header, QuotedText.unquoted(header, values.get(0), Escapes.OF_ANY)));
        }
      }
      for (String header : headers.names()) {
        String lower = header.toLowerCase(Locale.ROOT);
        if (isAttribute(lower) && !HEADERS.contains(lower)) {
          CloudEventInput.requireOther(PREFIX, lower.substring(PREFIX.length()));
        }
      }
      return attributes;
    } catch (InvalidInput e) {
      throw Rejection.invalid(ProblemType.INVALID_EVENT, e);
    }
  }
}
