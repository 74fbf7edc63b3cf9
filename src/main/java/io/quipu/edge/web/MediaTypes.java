package io.quipu.edge.web;

import io.quipu.edge.guard.body.ContentCoding;
import io.quipu.edge.response.Preference;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Locale;

/** The media types in the {@code Accept} and {@code Content-Type} headers of a request. */
public final class MediaTypes {
  public static final String JSON = "application/json";
  public static final String NDJSON = "application/x-ndjson";
  public static final String CSV = "text/csv";
  public static final String TEXT = "text/plain";
  public static final String CLOUD_EVENT = "application/cloudevents+json";
  public static final String CLOUD_EVENTS = "application/cloudevents-batch+json";

  /** The beginning of the types whose bodies hold the attributes of CloudEvents. */
  public static final String CLOUD_EVENT_FORMAT = "application/cloudevents";

  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String NONE = "";

  private MediaTypes() {}

  /**
   * Chooses the type of the answer: of the types that a path has, the one with the largest weight.
   * Of several, it is the one that the headers name more exactly, then the one that comes first.
   *
   * @param accept the {@code Accept} headers
   * @throws Rejection 406 if the caller accepts none of the types
   */
  static String chosen(List<String> accept, String... types) {
    if (accept.isEmpty() || (accept.size() == 1 && accept.get(0).equals(types[0]))) {
      return types[0];
    }
    List<Preference> wanted = Preference.of(accept);
    String best = "";
    Range bestRange = Range.NONE;
    for (String type : types) {
      Range range = Range.of(wanted, type);
      if (range.compareTo(bestRange) > 0) {
        best = type;
        bestRange = range;
      }
    }
    if (best.isEmpty()) {
      throw Rejection.of(
          ProblemType.NOT_ACCEPTABLE,
          "Accept",
          "Accept is "
              + JsonInput.shown(String.join(", ", accept))
              + ", and answers of this path are "
              + String.join(" or ", types)
              + " only; send Accept: "
              + String.join(", or Accept: ", types));
    }
    return best;
  }

  /** Tells whether the {@code Accept} headers have a type by its full name. */
  public static boolean isNamed(List<String> accept, String type) {
    Range range = Range.of(Preference.of(accept), type);
    return range.exactness() == Range.FULL_NAME && range.weight() > 0;
  }

  /**
   * The range of the {@code Accept} headers that decides about a type: the most exact one.
   *
   * @param exactness {@link #FULL_NAME} for the type itself, 1 for its group, 0 for all types
   */
  private record Range(double weight, int exactness) implements Comparable<Range> {
    static final int FULL_NAME = 2;
    static final Range NONE = new Range(0, Integer.MAX_VALUE);

    static Range of(List<Preference> wanted, String type) {
      String group = type.substring(0, type.indexOf('/') + 1) + "*";
      Range best = new Range(wanted.isEmpty() ? 1 : 0, -1);
      for (Preference one : wanted) {
        int exactness = List.of("*/*", group, type).indexOf(one.name());
        if (exactness > best.exactness) {
          best = new Range(one.weight(), exactness);
        }
      }
      return best;
    }

    @Override
    public int compareTo(Range other) {
      int order = Double.compare(weight, other.weight);
      return order == 0 ? Integer.compare(exactness, other.exactness) : order;
    }
  }

  /**
   * Returns the type of a body in lower case, without parameters. Empty if the type is not given.
   *
   * @throws Rejection 415 if the body is compressed, or its type is given twice or, even of an
   *     empty body, names a character set other than UTF-8
   */
  public static String bodyType(HttpServerRequest request) {
    if (ContentCoding.of(request) != ContentCoding.IDENTITY) {
      throw ContentCoding.refused();
    }
    return inflatedBodyType(request);
  }

  /** Returns the type even of a compressed body, for {@link RoutedRequest#readInflated}. */
  public static String inflatedBodyType(HttpServerRequest request) {
    String contentType = request.getHeader(HttpHeaders.CONTENT_TYPE);
    if (contentType == null) {
      return NONE;
    }
    if (request.headers().getAll(HttpHeaders.CONTENT_TYPE).size() > 1) {
      throw unsupported("Content-Type is given twice; send it once");
    }
    return contentType.equals(JSON) ? JSON : bodyType(contentType);
  }

  /**
   * Tells whether a type is of lists of events or of CloudEvents. An empty body of such a type has
   * lost its events.
   */
  public static boolean isOfEvents(String type) {
    return type.startsWith(CLOUD_EVENT_FORMAT) || type.equals(NDJSON) || type.equals(CSV);
  }

  static String bodyType(String contentType) {
    String[] parts = contentType.toLowerCase(Locale.ROOT).split(";", -1);
    for (int i = 1; i < parts.length; i++) {
      String[] parameter = parts[i].split("=", 2);
      if (parameter[0].trim().matches("charset\\*?")
          && !isUtf8(parameter.length == 1 ? "" : parameter[1].trim())) {
        throw unsupported("The body must be in UTF-8");
      }
    }
    return parts[0].trim();
  }

  /**
   * @throws Rejection 415 if {@code type} is none of the allowed types
   */
  public static void requireBodyType(String type, String... allowed) {
    for (String each : allowed) {
      if (type.equals(each)) {
        return;
      }
    }
    String hint =
        type.equals(FORM)
            ? "; this one is called a form, as curl -d does: send the header Content-Type: "
                + allowed[0]
            : "";
    throw unsupported("The body must be " + String.join(" or ", allowed) + ", in UTF-8" + hint);
  }

  private static Rejection unsupported(String detail) {
    return Rejection.of(ProblemType.UNSUPPORTED_MEDIA_TYPE, "Content-Type", detail);
  }

  private static boolean isUtf8(String charset) {
    return charset.equals("utf-8") || charset.equals("\"utf-8\"");
  }
}
