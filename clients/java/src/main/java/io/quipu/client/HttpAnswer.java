package io.quipu.client;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/**
 * An answer over HTTP.
 *
 * @param contentType empty where there is none
 * @param pause before which nothing is to be sent again, by {@code Retry-After}; zero without one
 */
record HttpAnswer(int status, String contentType, Duration pause, String body) {
  private static final String PROBLEM = "application/problem+json";
  private static final String OURS = "/problems/";

  static HttpAnswer of(HttpResponse<String> response) {
    HttpHeaders headers = response.headers();
    return new HttpAnswer(
        response.statusCode(),
        headers.firstValue("Content-Type").orElse(""),
        headers.firstValue("Retry-After").map(HttpAnswer::pause).orElse(Duration.ZERO),
        response.body());
  }

  /** Of seconds, or of a date; what is neither says nothing. */
  static Duration pause(String retryAfter) {
    try {
      if (retryAfter.matches("[0-9]{1,9}")) {
        return Duration.ofSeconds(Long.parseLong(retryAfter));
      }
      Instant until =
          ZonedDateTime.parse(retryAfter, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration pause = Duration.between(Instant.now(), until);
      return pause.isNegative() ? Duration.ZERO : pause;
    } catch (DateTimeException e) {
      return Duration.ZERO;
    }
  }

  /** Returns the problem that the service tells; of another server's answer, its status only. */
  Problem problem() {
    JsonObject members = problemMembers();
    return members == null ? bare() : problem(members, status);
  }

  /** Of which event of the request; -1 where it does not say. */
  int problemIndex() {
    JsonObject members = problemMembers();
    return members == null ? -1 : members.integer("index", -1);
  }

  /** Reads the members of a problem of this status. */
  static Problem problem(JsonObject members, int status) {
    return new Problem(
        members.text("type", "about:blank"),
        members.text("title", ""),
        status,
        members.text("detail", ""));
  }

  /** Tells whether the service itself says so, and nobody on the way to it. */
  static boolean isOfTheService(Problem problem) {
    return problem.type().startsWith(OURS);
  }

  private Problem bare() {
    return new Problem("about:blank", "Status " + status, status, "");
  }

  private @Nullable JsonObject problemMembers() {
    if (!contentType.startsWith(PROBLEM)) {
      return null;
    }
    try {
      return JsonReader.object(body);
    } catch (QuipuException e) {
      return null;
    }
  }
}
