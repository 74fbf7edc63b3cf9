package io.quipu.testing.fuzz;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The answers of HTTP/1.1 that came over one connection, cut out of its bytes. */
record RawAnswers(List<Answer> answers, String rest) {
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2}) [^\\n]*");
  private static final Pattern LENGTH = Pattern.compile("(?m)^content-length: *([0-9]+)");

  /** One answer; the head in lower case. */
  record Answer(int status, String head, String body) {
    /** How many events it says are recorded. */
    long recorded() {
      if (status != 201 && status != 207) {
        return 0;
      }
      try {
        JsonObject said = new Gson().fromJson(body, JsonObject.class);
        String field = status == 201 ? "events" : "recorded";
        return said != null && said.has(field) ? said.get(field).getAsLong() : 0;
      } catch (JsonParseException e) {
        return 0;
      }
    }

    /** Tells whether a sequence of answers ends with it. */
    boolean isOpenEnded() {
      return status == 101 || head.contains("text/event-stream");
    }
  }

  /**
   * @param bytes all that came so far, in ISO 8859-1
   */
  static RawAnswers of(String bytes) {
    List<Answer> answers = new ArrayList<>();
    String rest = bytes;
    while (!rest.isEmpty()) {
      int end = rest.indexOf("\r\n\r\n");
      Matcher status = STATUS.matcher(rest);
      if (end < 0 || !status.lookingAt()) {
        break;
      }
      String head = rest.substring(0, end + 2).toLowerCase(Locale.ROOT);
      int code = Integer.parseInt(status.group(1));
      // An answer to HEAD has the length of a body, and no body.
      boolean isHead = rest.length() == end + 4 || rest.startsWith("HTTP/1.", end + 4);
      int bodyEnd = end + 4 + (isHead ? 0 : length(code, head));
      if (bodyEnd > rest.length()) {
        break;
      }
      String body = rest.substring(end + 4, bodyEnd);
      answers.add(new Answer(code, head, inUtf8(body)));
      rest = rest.substring(bodyEnd);
    }
    return new RawAnswers(answers, rest);
  }

  private static int length(int status, String head) {
    Matcher length = LENGTH.matcher(head);
    return status < 200 || status == 304 || !length.find() ? 0 : Integer.parseInt(length.group(1));
  }

  private static String inUtf8(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
