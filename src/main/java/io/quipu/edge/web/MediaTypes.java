package io.quipu.edge.web;

import io.quipu.edge.guard.ContentCoding;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The media types in the {@code Accept} and {@code Content-Type} headers of a request. */
public final class MediaTypes {
  public static final String JSON = "application/json";
  public static final String NDJSON = "application/x-ndjson";
  public static final String CSV = "text/csv";
  public static final String CLOUD_EVENT = "application/cloudevents+json";
  public static final String CLOUD_EVENTS = "application/cloudevents-batch+json";

  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String NONE = "";

  private MediaTypes() {}

  /**
   * @throws Rejection 406 if the caller does not accept JSON
   */
  public static void requireJsonAccepted(@Nullable String accept) {
    if (!accepts(accept, "application", "json")) {
      throw Rejection.of(
          ProblemType.NOT_ACCEPTABLE, "Accept", "Answers of this path are " + JSON + " only");
    }
  }

  /**
   * Tells whether a list is to be written as CSV: {@code accept} names CSV, and does not name JSON.
   *
   * @throws Rejection 406 if the caller accepts neither
   */
  static boolean prefersCsv(@Nullable String accept) {
    if (accept != null && names(accept, CSV) && !names(accept, JSON)) {
      return true;
    }
    if (!accepts(accept, "application", "json")) {
      throw Rejection.of(
          ProblemType.NOT_ACCEPTABLE,
          "Accept",
          "Answers of this path are " + JSON + " or " + CSV + " only");
    }
    return false;
  }

  /** Tells whether {@code accept} has a type by its full name. */
  private static boolean names(String accept, String type) {
    for (String range : accept.toLowerCase(Locale.ROOT).split(",", -1)) {
      String[] parts = range.split(";", -1);
      if (parts[0].trim().equals(type) && !isRefused(parts)) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether {@code accept} has a type. The most specific range that has the type decides. */
  public static boolean accepts(@Nullable String accept, String type, String subtype) {
    if (accept == null || accept.isBlank() || accept.equals("*/*") || accept.equals(JSON)) {
      return accept == null || !accept.equals(JSON) || isJson(type, subtype);
    }
    int best = -1;
    boolean accepted = false;
    for (String range : accept.split(",", -1)) {
      String[] parts = range.toLowerCase(Locale.ROOT).split(";", -1);
      int specificity = specificity(parts[0].trim(), type, subtype);
      if (specificity > best) {
        best = specificity;
        accepted = !isRefused(parts);
      }
    }
    return accepted;
  }

  private static boolean isJson(String type, String subtype) {
    return type.equals("application") && subtype.equals("json");
  }

  private static int specificity(String range, String type, String subtype) {
    if (range.equals(type + "/" + subtype)) {
      return 2;
    }
    if (range.equals(type + "/*")) {
      return 1;
    }
    return range.equals("*/*") ? 0 : -1;
  }

  private static boolean isRefused(String[] parts) {
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].trim();
      if (parameter.startsWith("q=")) {
        return isZero(parameter.substring(2).trim());
      }
    }
    return false;
  }

  private static boolean isZero(String quality) {
    return quality.equals("0") || (quality.startsWith("0.") && quality.substring(2).matches("0*"));
  }

  /**
   * Returns the type of a body in lower case, without parameters. Empty if the type is not given,
   * or the body is compressed.
   *
   * @throws Rejection 415 if the type of an uncompressed body, even of an empty body, names a
   *     character set other than UTF-8
   */
  public static String bodyType(HttpServerRequest request) {
    return ContentCoding.of(request) == ContentCoding.IDENTITY ? inflatedBodyType(request) : NONE;
  }

  /** Returns the type even of a compressed body, for {@link RoutedRequest#readInflated}. */
  public static String inflatedBodyType(HttpServerRequest request) {
    String contentType = request.getHeader(HttpHeaders.CONTENT_TYPE);
    if (contentType == null) {
      return NONE;
    }
    return contentType.equals(JSON) ? JSON : bodyType(contentType);
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
    throw unsupported(
        "The body must be "
            + String.join(" or ", allowed)
            + ", in UTF-8 and not compressed"
            + hint);
  }

  private static Rejection unsupported(String detail) {
    return Rejection.of(ProblemType.UNSUPPORTED_MEDIA_TYPE, "Content-Type", detail);
  }

  private static boolean isUtf8(String charset) {
    return charset.equals("utf-8") || charset.equals("\"utf-8\"");
  }
}
