package io.quipu.edge.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.quipu.edge.response.Problem;
import io.quipu.edge.response.Rejection;
import io.quipu.engine.input.InvalidInput;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Adds to the words of a refusal what was received in the field that it names. Rules are checked in
 * many places, and most of them know the rule and not the text that was sent.
 */
public final class ReceivedValue {
  /** The words about a name: its value says nothing more. */
  private static final Pattern SAID = Pattern.compile("unknown |given twice");

  private static final Set<String> SECRET = Set.of("token", "Authorization", "Cookie");
  private static final Set<Integer> OF_INPUT = Set.of(400, 406, 412, 415, 426);
  private static final JsonFactory JSON = new JsonFactory();
  private static final Pattern STEP = Pattern.compile("\\.?([^.\\[\\]]+)|\\[([0-9]+)]");

  /** The list that a body is, if it is an array or lines. */
  private static final Pattern ELEMENT = Pattern.compile("^events(?=\\[)");

  private static final Pattern LINE = Pattern.compile("^events\\[[0-9]+]\\.?");

  private ReceivedValue() {}

  /**
   * Returns the failure with the received value in its words, unless they have it already.
   *
   * @param named finds a value outside of the body, by the name of its field
   * @param body what was read of the body
   */
  public static Throwable saidIn(
      Throwable failure, Function<String, Optional<String>> named, Buffer body) {
    if (failure instanceof InvalidInput finding) {
      return finding(finding, named, body);
    }
    if (failure instanceof Rejection rejection) {
      Problem problem = rejection.problem();
      String field = problem.field();
      if (field != null && OF_INPUT.contains(problem.type().status())) {
        return named
            .apply(field)
            .or(() -> inBody(problem, field, body))
            .map(value -> rejection.saying(said(field, problem.detail(), value)))
            .orElse(rejection);
      }
    }
    return failure;
  }

  /** Returns the finding about a JSON text with the received value in its words. */
  public static InvalidInput saidIn(InvalidInput finding, ByteBuffer text) {
    byte[] bytes = new byte[text.remaining()];
    text.duplicate().get(bytes);
    return finding(finding, field -> Optional.empty(), Buffer.buffer(bytes));
  }

  private static InvalidInput finding(
      InvalidInput finding, Function<String, Optional<String>> named, Buffer body) {
    String field = finding.field();
    return named
        .apply(field)
        .or(() -> inJson(field, body))
        .map(value -> finding.saying(said(field, finding.detail(), value)))
        .orElse(finding);
  }

  private static String said(String field, String detail, String value) {
    String shown = JsonInput.shown(value);
    String is = " is " + shown;
    // In a list, the words name the member, and the field the element, too. A rule may happen to
    // have the value in its words, such as the 0 of "from 1 to 1000".
    String member = field.substring(field.lastIndexOf('.') + 1);
    boolean isSaid = detail.contains(member + is) || detail.endsWith(" not be " + shown);
    if (isSaid || SAID.matcher(detail).find() || SECRET.contains(field)) {
      return detail;
    }
    return (detail.endsWith(".") ? detail.substring(0, detail.length() - 1) : detail)
        + "; "
        + field
        + is;
  }

  private static Optional<String> inBody(Problem problem, String field, Buffer body) {
    if (problem.line() == Problem.NOWHERE) {
      return inJson(field, body);
    }
    return body.toString()
        .lines()
        .skip(problem.line() - 1L)
        .findFirst()
        .flatMap(line -> inJson(LINE.matcher(field).replaceFirst(""), Buffer.buffer(line)));
  }

  /** The number or text at a place such as {@code events[2].delta}, as it was sent. */
  private static Optional<String> inJson(String field, Buffer body) {
    try (JsonParser parser = JSON.createParser(body.getBytes())) {
      JsonToken first = parser.nextToken();
      String path =
          first == JsonToken.START_ARRAY ? ELEMENT.matcher(field).replaceFirst("") : field;
      Matcher step = STEP.matcher(path);
      int end = 0;
      while (step.find() && step.start() == end) {
        boolean found =
            step.group(1) == null
                ? toElement(parser, Integer.parseInt(step.group(2)))
                : toMember(parser, step.group(1));
        if (!found) {
          return Optional.empty();
        }
        end = step.end();
      }
      return end == path.length() && end > 0 && parser.currentToken().isScalarValue()
          ? Optional.of(parser.getText())
          : Optional.empty();
    } catch (IOException | NumberFormatException e) {
      return Optional.empty(); // The words about the malformed text say where it is malformed.
    }
  }

  private static boolean toMember(JsonParser parser, String name) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return false;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean found = parser.currentName().equals(name);
      parser.nextToken();
      if (found) {
        return true;
      }
      parser.skipChildren();
    }
    return false;
  }

  private static boolean toElement(JsonParser parser, int index) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      return false;
    }
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      if (i == index) {
        return true;
      }
      parser.skipChildren();
    }
    return false;
  }
}
