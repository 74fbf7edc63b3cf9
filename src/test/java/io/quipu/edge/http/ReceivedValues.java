package io.quipu.edge.http;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds in the request of a row the value of the field that its problem names, a second time. */
final class ReceivedValues {
  private static final int SHOWN = 64;
  private static final Pattern ELEMENT = Pattern.compile("(?:events|counters)\\[(\\d+)]\\.?(.*)");

  private ReceivedValues() {}

  /**
   * The start of the value; empty if the field is not there, is not a scalar, or is there twice.
   */
  static Optional<String> in(ErrorTable.Case row) {
    String request = row.request().toString(StandardCharsets.UTF_8);
    if (row.status() != 400 || row.field().isEmpty() || request.length() > 20_000) {
      return Optional.empty();
    }
    return inQuery(request, row.field())
        .or(() -> inBody(request, row.field()))
        .filter(
            value ->
                !value.isBlank()
                    && value
                        .codePoints()
                        .noneMatch(c -> c == 0xFFFD || (c >= 0xD800 && c < 0xE000)))
        .map(value -> value.length() > SHOWN ? value.substring(0, SHOWN) : value);
  }

  private static Optional<String> inQuery(String request, String field) {
    Matcher found =
        Pattern.compile("^\\S+ [^ ?]+\\?(?:[^ ]*&)?" + Pattern.quote(field) + "=([^& ]*)")
            .matcher(request);
    return found.find() && found.group(1).matches("([^%]|%[0-9A-Fa-f]{2})*")
        ? Optional.of(URLDecoder.decode(found.group(1), StandardCharsets.UTF_8))
        : Optional.empty();
  }

  private static Optional<String> inBody(String request, String field) {
    String body = request.substring(request.indexOf("\r\n\r\n") + 4);
    Matcher element = ELEMENT.matcher(field);
    try {
      Object json = Json.decodeValue(body);
      if (element.matches()) {
        Object list = json instanceof JsonObject all ? all.getValue("counters") : json;
        return list instanceof JsonArray some
            ? member(some.getValue(Integer.parseInt(element.group(1))), element.group(2))
            : Optional.empty();
      }
      return member(json, field);
    } catch (DecodeException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> member(Object json, String name) {
    return json instanceof JsonObject object
            && (object.getValue(name) instanceof String || object.getValue(name) instanceof Integer)
        ? Optional.of(object.getValue(name).toString())
        : Optional.empty();
  }
}
