package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordAnswerTest {

  @Test
  void isRecorded_whenTheServiceSaysSoOfAll() {
    assertThat(read(json(201, "{\"status\":\"recorded\",\"events\":3,\"at\":\"x\"}")))
        .containsExactly("Recorded", "Recorded", "Recorded");
  }

  @Test
  void hasTheValueAfterIt_whereTheKindHasOne() {
    String body =
        "{\"status\":\"recorded\",\"events\":3,\"count\":18446744073709551616,\"remaining\":7,"
            + "\"resets\":\"2026-01-01T13:00:00Z\"}";
    assertThat(RecordAnswer.of(json(201, body), 3, 3).verdicts())
        .containsOnly(
            new Verdict.Recorded(
                new Incremented(
                    BigInteger.TWO.pow(64),
                    BigInteger.valueOf(7),
                    Instant.parse("2026-01-01T13:00:00Z"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<html>",
        "{\"events\":2}",
        "{\"events\":\"3\"}",
        "[3]",
        "{\"events\":3} and more",
      })
  void isUnknown_whenA201CannotBeRead(String body) {
    assertThat(read(json(201, body))).containsOnly("Unknown");
  }

  @Test
  void onlyThoseThatA207ListsAreNotRecorded() {
    String body =
        "{\"recorded\":0,\"failed\":2,\"results\":["
            + "{\"index\":0,\"status\":503,\"type\":\"/problems/queue-full\",\"detail\":\"\"},"
            + "{\"index\":2,\"status\":409,\"type\":\"/problems/past-bound\",\"detail\":\"\"}]}";
    assertThat(read(json(207, body))).containsExactly("NotWritten", "Recorded", "Final");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"failed\":1,\"results\":[]}",
        "{\"failed\":1,\"results\":[{\"index\":3,\"status\":503,\"type\":\"/problems/x\"}]}",
        "{\"failed\":1,\"results\":[{\"index\":1,\"type\":\"/problems/x\"}]}",
        "{\"failed\":1,\"results\":[7]}",
      })
  void allAreUnknown_whenA207MakesNoSense(String body) {
    assertThat(read(json(207, body))).containsOnly("Unknown");
  }

  @ParameterizedTest
  @CsvSource({
    "408, /problems/body-timeout, NotWritten",
    "429, /problems/rate-limited, NotWritten",
    "503, /problems/queue-full, NotWritten",
    "503, /problems/outcome-unknown, Unknown",
    "503, https://elsewhere/problem, Unknown",
    "500, /problems/internal-error, Unknown",
    "502, /problems/x, Unknown",
    "504, /problems/x, Unknown",
    "401, /problems/unauthorized, Final",
    "409, /problems/past-bound, Final",
  })
  void aProblemIsOfAllEvents(int status, String type, String verdict) {
    assertThat(read(problem(status, type, ""))).containsOnly(verdict);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 429, 503})
  void isUnknown_whenSomebodyInBetweenRefuses(int status) {
    assertThat(read(new HttpAnswer(status, "text/html", Duration.ZERO, "busy")))
        .containsOnly("Unknown");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 403, 404})
  void onlyTheOneThatIsNamedIsRefused(int status) {
    HttpAnswer answer = problem(status, "/problems/x", ",\"index\":1");
    assertThat(read(answer)).containsExactly("NotWritten", "Final", "NotWritten");
    assertThat(RecordAnswer.of(answer, 3, 3).atOnce()).isTrue();
    assertThat(read(problem(status, "/problems/x", ""))).containsOnly("Final");
    assertThat(read(problem(status, "/problems/x", ",\"index\":3"))).containsOnly("Final");
  }

  @Test
  void isHalved_whenTooLargeOrPastTheRate() {
    HttpAnswer tooLarge = problem(413, "/problems/too-large", "");
    assertThat(read(tooLarge)).containsOnly("NotWritten");
    assertThat(RecordAnswer.of(tooLarge, 3, 3).halved()).isTrue();
    assertThat(RecordAnswer.of(tooLarge, 1, 1).verdicts().get(0)).isInstanceOf(Verdict.Final.class);
    RecordAnswer limited = RecordAnswer.of(problem(429, "/problems/rate-limited", ""), 3, 3);
    assertThat(limited.halved()).isTrue();
    assertThat(limited.atOnce()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"7, 7", "0, 0", "soon, 0", "-3, 0", "'Thu, 01 Jan 1970 00:00:00 GMT', 0"})
  void readsHowLongToWait(String retryAfter, int seconds) {
    assertThat(HttpAnswer.pause(retryAfter)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void readsUntilWhenToWait() {
    assertThat(HttpAnswer.pause("Fri, 01 Jan 2100 00:00:00 GMT")).isPositive();
  }

  private static List<String> read(HttpAnswer answer) {
    return RecordAnswer.of(answer, 3, 3).verdicts().stream()
        .map(verdict -> verdict.getClass().getSimpleName())
        .toList();
  }

  private static HttpAnswer json(int status, String body) {
    return new HttpAnswer(status, "application/json", Duration.ZERO, body);
  }

  private static HttpAnswer problem(int status, String type, String more) {
    return new HttpAnswer(
        status,
        "application/problem+json; charset=utf-8",
        Duration.ZERO,
        "{\"type\":\"%s\",\"title\":\"t\",\"status\":%d,\"detail\":\"d\"%s}"
            .formatted(type, status, more));
  }
}
