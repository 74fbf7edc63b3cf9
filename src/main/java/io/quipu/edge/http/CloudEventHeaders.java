package io.quipu.edge.http;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.web.Percent;
import io.quipu.engine.model.InvalidInput;
import io.vertx.core.MultiMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The headers that hold the attributes of a CloudEvent in binary mode, as the HTTP protocol binding
 * 1.0.2 says: {@code ce-} and the name, the value percent-encoded, and perhaps in double quotes, as
 * earlier versions had it. Those that are not of interest here are passed over.
 */
final class CloudEventHeaders {
  static final String PREFIX = "ce-";

  /** How the types of a body begin that has the attributes in it: headers are ignored then. */
  private static final String STRUCTURED = "application/cloudevents";

  private static final List<String> HEADERS =
      CloudEventInput.ATTRIBUTES.stream().map(PREFIX::concat).toList();

  private CloudEventHeaders() {}

  /**
   * Tells whether a request is a CloudEvent in binary mode.
   *
   * @param type of its body
   */
  static boolean areIn(MultiMap headers, String type) {
    return !type.startsWith(STRUCTURED) && HEADERS.stream().anyMatch(headers::contains);
  }

  /**
   * The attributes that are there, by their names.
   *
   * @throws Rejection naming the header that is there twice, or cannot be decoded
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
              Percent.decodeHeader(header, unquoted(header, values.get(0))));
        }
      }
      return attributes;
    } catch (InvalidInput e) {
      throw Rejection.invalid(ProblemType.INVALID_EVENT, e);
    }
  }

  /** A value without the quotes around it, if there are some. */
  private static String unquoted(String header, String value) {
    if (!value.startsWith("\"")) {
      return value;
    }
    StringBuilder text = new StringBuilder();
    int i = 1;
    for (; i < value.length() && value.charAt(i) != '"'; i++) {
      if (value.charAt(i) == '\\') {
        i++;
      }
      if (i < value.length()) {
        text.append(value.charAt(i));
      }
    }
    if (i != value.length() - 1) {
      throw new InvalidInput(header, header + " begins with a quote, and does not end with it");
    }
    return text.toString();
  }
}
