package io.quipu.engine.names;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.testing.fuzz.Finding;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Lengths of time in the settings of a namespace, and the windows that they come to. */
class TimeSpanFuzzTest {
  private static final Map<Character, Duration> UNITS =
      Map.of(
          's', Duration.ofSeconds(1), //
          'm', Duration.ofMinutes(1),
          'h', Duration.ofHours(1),
          'd', Duration.ofDays(1),
          'y', Duration.ofDays(365));

  @FuzzTest
  void label(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    Optional<TimeSpan> ours = Finding.accepted(() -> TimeSpan.parse("retain", text));

    Finding.unlessEqual(
        ours.map(span -> span.isForever() ? Duration.ofSeconds(Long.MAX_VALUE) : span.length()),
        text.equals("forever") ? Optional.of(Duration.ofSeconds(Long.MAX_VALUE)) : length(text),
        "a length of time");
    ours.ifPresent(
        span -> {
          Finding.unlessEqual(new TimeSpan(span.label()), span, "read from its label again");
          checkWindow(span);
        });
  }

  private static Optional<Duration> length(String text) {
    int digits = text.length() - 1;
    if (digits < 1 || digits > 9 || !UNITS.containsKey(text.charAt(digits))) {
      return Optional.empty();
    }
    String number = text.substring(0, digits);
    boolean isDecimal = number.chars().allMatch(c -> c >= '0' && c <= '9');
    return isDecimal && new BigInteger(number).toString().equals(number)
        ? Optional.of(UNITS.get(text.charAt(digits)).multipliedBy(Long.parseLong(number)))
        : Optional.empty();
  }

  private static void checkWindow(TimeSpan span) {
    int window = DeduplicationWindow.of(span);
    EventTime counted = new EventTime(0);
    long seconds = span.length().toSeconds();
    if (span.isForever() || seconds == 0 || seconds > Integer.MAX_VALUE) {
      Finding.unlessEqual(window, DeduplicationWindow.FOREVER, "a window without an end");
      return;
    }
    long end = seconds * EventTime.TICKS_PER_SECOND;
    Finding.unless(
        DeduplicationWindow.covers(window, counted, new EventTime(end - 1)),
        "covered till the end");
    Finding.unless(
        !DeduplicationWindow.covers(window, counted, new EventTime(end)), "not covered after it");
  }
}
