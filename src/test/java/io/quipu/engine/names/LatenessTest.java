package io.quipu.engine.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenessTest {
  private static final long NOW = 1_000_000_020;
  private static final int HOUR = 3_600;

  private static EventTime second(long second) {
    return EventTime.ofEpochSecond(second);
  }

  private static Namespace namespace(Map<String, String> settings) {
    return TestNamespaces.withSettings(Namespace.of("votes", "event"), settings);
  }

  private static Lateness of(String label) {
    return Lateness.of(namespace(Map.of(Lateness.SETTING, label)));
  }

  private static Lateness changed(Namespace before, String label, long now) {
    return Lateness.of(put(before, label, now));
  }

  private static Namespace put(Namespace before, String label, long now) {
    Map<String, String> settings = new HashMap<>(before.settings());
    String change = Lateness.of(before).changedTo(label, second(now));
    settings.put(Lateness.SETTING, label);
    if (change != null) {
      settings.put(Lateness.CHANGE, change);
    }
    return namespace(settings);
  }

  private static long minute(Lateness lateness, long time, long now) {
    return lateness.minute(second(time), second(now));
  }

  private static InvalidInput refused(Lateness lateness, long time, long now) {
    return catchThrowableOfType(InvalidInput.class, () -> minute(lateness, time, now));
  }

  @Test
  void withoutLateness_aTimeCloseToNowCountsWhenRecorded_andAnotherIsRefused() {
    for (Lateness none : new Lateness[] {Lateness.NONE, of("0s")}) {
      assertThat(minute(none, NOW - 300, NOW)).isEqualTo(EventMinute.OWN);
      assertThat(minute(none, NOW + 300, NOW)).isEqualTo(EventMinute.OWN);
      assertThat(refused(none, NOW - 301, NOW)).matches(InvalidInput::isLate);
      assertThat(refused(none, NOW + 301, NOW)).matches(InvalidInput::isLate);
      assertThat(none.finalUpTo(second(NOW))).isEqualTo(second(NOW));
      assertThat(none.isUsed()).isFalse();
    }
  }

  @Test
  void countsInTheMinuteOfTheTime_upToTheBoundAndFiveMinutesAhead() {
    Lateness hour = of("1h");
    assertThat(minute(hour, NOW - HOUR, NOW)).isEqualTo(EventMinute.of(second(NOW - HOUR)));
    assertThat(minute(hour, NOW, NOW)).isEqualTo(EventMinute.of(second(NOW)));
    assertThat(minute(hour, NOW + 300, NOW)).isEqualTo(EventMinute.of(second(NOW + 300)));
    InvalidInput late = refused(hour, NOW - HOUR - 1, NOW);
    assertThat(late.field()).isEqualTo("time");
    assertThat(late.isLate()).isTrue();
    assertThat(late.detail()).contains(second(NOW - HOUR).toString());
    assertThat(refused(hour, NOW + 301, NOW).detail()).contains("5 minutes ahead");
  }

  @ParameterizedTest
  @ValueSource(strings = {"forever", "off", "-1s", "1", "36501d", "999999999d", ""})
  void refusesOtherLengths(String label) {
    assertThatThrownBy(() -> Lateness.check(label))
        .isInstanceOfSatisfying(
            InvalidInput.class, found -> assertThat(found.field()).isEqualTo("lateness"));
  }

  @Test
  void whatWasFinal_staysSo_whenTheLatenessIsRaised() {
    Lateness raised = changed(namespace(Map.of()), "7d", NOW);

    // until the change holds, and for those who heard of it late, a time is only compared with now
    assertThat(minute(raised, NOW - 10, NOW)).isEqualTo(EventMinute.OWN);
    assertThat(refused(raised, NOW - 400, NOW)).isNotNull();
    // just after it holds, times from before are still those of now
    assertThat(minute(raised, NOW + 50, NOW + 61)).isEqualTo(EventMinute.OWN);
    assertThat(minute(raised, NOW + 60, NOW + 61)).isEqualTo(EventMinute.of(second(NOW + 60)));
    // later, windows that were final are never counted in
    assertThat(refused(raised, NOW + 59, NOW + HOUR).detail()).contains("were final");
    assertThat(minute(raised, NOW + 60, NOW + HOUR)).isEqualTo(EventMinute.of(second(NOW + 60)));
  }

  @Test
  void aSmallerLatenessHoldsAtOnce_forRecording_andAMinuteLaterForWhatIsFinal() {
    Lateness lowered = changed(namespace(Map.of(Lateness.SETTING, "1h")), "10m", NOW);

    assertThat(refused(lowered, NOW - 601, NOW)).isNotNull();
    assertThat(lowered.finalUpTo(second(NOW + 119))).isEqualTo(second(NOW + 60 - HOUR - 60));
    assertThat(lowered.finalUpTo(second(NOW + 120))).isEqualTo(second(NOW + 120 - 660));
  }

  @Test
  void ofAChangeByABuildBefore_onlyTheLongestLatenessIsKnown_whileItIsYoung() {
    String change =
        "36000000000/%d/%d/72000000000"
            .formatted(second(NOW + 60).ticks(), second(NOW - HOUR).ticks());
    Lateness lowered =
        Lateness.of(namespace(Map.of(Lateness.SETTING, "10m", Lateness.CHANGE, change)));

    assertThat(lowered.finalUpTo(second(NOW + 119))).isEqualTo(second(NOW + 119 - 2 * HOUR - 60));
    assertThat(lowered.finalUpTo(second(NOW + 120))).isEqualTo(second(NOW + 120 - 660));
  }

  @Test
  void theSameLatenessAgainIsNoChange() {
    assertThat(of("1h").changedTo("60m", second(NOW))).isNull();
    assertThat(Lateness.NONE.changedTo("0s", second(NOW))).isNull();
  }

  /**
   * Somebody says that a window is final, by settings that he has read within the last minute; an
   * event is recorded in it later, by other settings of the last minute, or waits to be recorded.
   */
  @Test
  void noEventCountsInAWindowThatWasFinal_howeverTheSettingChanges() {
    String[] labels = {"0s", "30s", "10m", "1h", "2d"};
    int counted = 0;
    for (int seed = 0; seed < 20_000; seed++) {
      Random random = new Random(seed);
      Namespace[] settings = new Namespace[2 + random.nextInt(4)];
      long[] since = new long[settings.length];
      settings[0] =
          random.nextBoolean()
              ? namespace(Map.of())
              : namespace(Map.of(Lateness.SETTING, labels[random.nextInt(labels.length)]));
      since[0] = NOW;
      for (int i = 1; i < settings.length; i++) {
        since[i] = since[i - 1] + random.nextInt(random.nextBoolean() ? 30 : 5_000);
        settings[i] = put(settings[i - 1], labels[random.nextInt(labels.length)], since[i]);
      }
      long said = NOW + random.nextInt(12_000);
      EventTime end = known(settings, since, said, random).finalUpTo(second(said));
      long asked = said - 60 + random.nextInt(8_000);
      long recorded = Math.max(said, asked + random.nextInt(60));
      if (recorded - asked >= 60) {
        continue;
      }
      EventTime time = second(asked - random.nextInt(random.nextBoolean() ? 700 : 200_000));
      try {
        long minute = known(settings, since, asked, random).minute(time, second(asked));
        if (minute != EventMinute.OWN) {
          counted++;
          assertThat(end.isAfter(second(minute + 59)))
              .as("seed %d: %s is final, and %s counts in it", seed, end, time)
              .isFalse();
        }
      } catch (InvalidInput late) {
        assertThat(late.isLate()).isTrue();
      }
    }
    assertThat(counted).isGreaterThan(2_000);
  }

  /** Two say up to where windows are final, each by settings that he has read within a minute. */
  @Test
  void whatWasFinal_isFinalForWhoSaysSoLater_howeverTheSettingChanges() {
    String[] labels = {"0s", "30s", "90s", "2m", "10m", "2d"};
    for (int seed = 0; seed < 20_000; seed++) {
      Random random = new Random(seed);
      Namespace[] settings = new Namespace[2 + random.nextInt(4)];
      long[] since = new long[settings.length];
      settings[0] = namespace(Map.of(Lateness.SETTING, labels[random.nextInt(labels.length)]));
      since[0] = NOW;
      for (int i = 1; i < settings.length; i++) {
        since[i] = since[i - 1] + random.nextInt(random.nextBoolean() ? 30 : 5_000);
        settings[i] = put(settings[i - 1], labels[random.nextInt(labels.length)], since[i]);
      }
      long last = since[settings.length - 1];
      long first = NOW + random.nextInt((int) (last - NOW) + 300);
      long second = first + random.nextInt(200);
      // a page may be far behind
      long until = first - random.nextInt(random.nextBoolean() ? 2 : 1_000);
      long then = Math.min(second, until + random.nextInt(200));
      assertThat(known(settings, since, second, random).finalUpTo(second(then)))
          .as("seed %d", seed)
          .isGreaterThanOrEqualTo(known(settings, since, first, random).finalUpTo(second(until)));
    }
  }

  private static Lateness known(Namespace[] settings, long[] since, long now, Random random) {
    long then = now - random.nextInt(60);
    int i = 0;
    while (i + 1 < settings.length && since[i + 1] <= then) {
      i++;
    }
    return Lateness.of(settings[i]);
  }
}
