package io.quipu.engine.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeepTest {
  private static final long NOW = 1_000_000_020;
  private static final int HOUR = 3_600;
  private static final int DAY = 24 * HOUR;

  private static EventTime second(long second) {
    return EventTime.ofEpochSecond(second);
  }

  private static Namespace namespace(Map<String, String> settings) {
    return TestNamespaces.withSettings(Namespace.of("votes", "event"), settings);
  }

  private static Keep of(String keep, String lateness) {
    return Keep.of(namespace(Map.of(Keep.SETTING, keep, Lateness.SETTING, lateness)));
  }

  private static Namespace put(Namespace before, Map<String, String> given, long now) {
    Map<String, String> settings = new TreeMap<>(before.settings());
    settings.putAll(given);
    settings.remove(Keep.SETTING);
    String keep = before.settings().get(Keep.SETTING);
    if (keep != null) {
      settings.put(Keep.SETTING, keep);
    }
    if (given.containsKey(Keep.SETTING)) {
      Keep.put(settings, given.get(Keep.SETTING));
    }
    String change = Keep.of(before).changedTo(settings, second(now));
    if (change != null) {
      settings.put(Keep.CHANGE, change);
    }
    return namespace(settings);
  }

  private static EventTime shown(Keep keep, long now) {
    return keep.shownFrom(Granularity.MINUTE, second(now));
  }

  private static EventTime deletable(Keep keep, long until) {
    return keep.deletable(Granularity.MINUTE, second(until));
  }

  @Test
  void keepsAllWindows_unlessOneSaysOtherwise() {
    assertThat(Keep.of(namespace(Map.of()))).isEqualTo(Keep.ALL);
    assertThat(Keep.of(namespace(Map.of(Lateness.SETTING, "1h"))).isAll()).isTrue();
    assertThat(Keep.ALL.shownFrom(Granularity.DAY, second(NOW))).isEqualTo(EventTime.MIN);
    assertThat(Keep.ALL.deletable(Granularity.DAY, second(NOW))).isEqualTo(EventTime.MIN);
  }

  @Test
  void aWindowIsShown_untilItsEndLiesTooFarBack() {
    Keep keep = of("minute=1h/day=2y", "0s");
    assertThat(shown(keep, NOW)).isEqualTo(Granularity.MINUTE.windowOf(second(NOW - HOUR)).start());
    assertThat(keep.shownFrom(Granularity.HOUR, second(NOW))).isEqualTo(EventTime.MIN);
    assertThat(keep.isAll(Granularity.HOUR)).isTrue();
    assertThat(keep.shownFrom(Granularity.DAY, second(NOW)))
        .isEqualTo(Granularity.DAY.windowOf(second(NOW - 730L * DAY)).start());
    assertThat(deletable(keep, NOW)).isEqualTo(second(NOW - HOUR));
  }

  @Test
  void whereEventsMayBeLate_windowsAreKeptLonger() {
    assertThat(deletable(of("minute=1h", "7d"), NOW)).isEqualTo(second(NOW - HOUR - 7 * DAY));
  }

  @ParameterizedTest
  @ValueSource(strings = {"off", "59s", "0s", "-1d", "1", "36501d", "101y", ""})
  void refusesOtherLengths(String label) {
    assertThatThrownBy(() -> Keep.given(Map.of("hour", label)))
        .isInstanceOfSatisfying(
            InvalidInput.class, found -> assertThat(found.field()).isEqualTo("keep.hour"));
  }

  @Test
  void refusesOtherGranularities() {
    assertThatThrownBy(() -> Keep.given(Map.of("week", "1d")))
        .isInstanceOfSatisfying(
            InvalidInput.class, found -> assertThat(found.field()).isEqualTo("keep"));
  }

  @Test
  void granularitiesThatAreNotNamed_keepTheirLength() {
    Map<String, String> settings = new HashMap<>();
    Keep.put(settings, Keep.given(Map.of("minute", "30d", "hour", "2y")));
    assertThat(settings).containsEntry(Keep.SETTING, "minute=30d/hour=2y");
    Keep.put(settings, Keep.given(Map.of("minute", "forever")));
    assertThat(settings).containsEntry(Keep.SETTING, "hour=2y");
    Keep.put(settings, Keep.given(Map.of("hour", "forever")));
    assertThat(settings).isEmpty();
    Keep.put(settings, Keep.given(Map.of()));
    assertThat(settings).isEmpty();
  }

  @Test
  void aShorterLength_isShownAtOnce_andHoldsForDeletionAMinuteLater() {
    Namespace before = namespace(Map.of(Keep.SETTING, "minute=1d"));
    Keep shorter = Keep.of(put(before, Map.of(Keep.SETTING, "minute=1h"), NOW));
    assertThat(shown(shorter, NOW)).isGreaterThan(second(NOW - HOUR - 60));
    assertThat(deletable(shorter, NOW + 59)).isEqualTo(second(NOW + 59 - DAY));
    assertThat(deletable(shorter, NOW + 60)).isEqualTo(second(NOW + 60 - HOUR));
  }

  @Test
  void whatMayBeDeleted_isNotShownAgain() {
    Namespace before = namespace(Map.of(Keep.SETTING, "minute=1h"));
    for (String longer : new String[] {"minute=1d", "minute=forever"}) {
      Keep keep = Keep.of(put(before, Map.of(Keep.SETTING, longer), NOW));
      EventTime end = second(NOW + 60 - HOUR);
      assertThat(shown(keep, NOW)).isEqualTo(Granularity.MINUTE.windowOf(end).start());
      assertThat(shown(keep, NOW + 10 * HOUR)).isEqualTo(Granularity.MINUTE.windowOf(end).start());
      assertThat(keep.isAll(Granularity.MINUTE)).isFalse();
    }
  }

  @Test
  void theSameLengthsAgainAreNoChange() {
    Namespace before = namespace(Map.of(Keep.SETTING, "minute=1h"));
    assertThat(put(before, Map.of(Keep.SETTING, "minute=60m"), NOW).settings())
        .doesNotContainKey(Keep.CHANGE);
    assertThat(put(namespace(Map.of()), Map.of(Lateness.SETTING, "1h"), NOW).settings())
        .doesNotContainKey(Keep.CHANGE);
  }

  /**
   * Somebody deletes windows, by settings that he has read within the last minute, and as far as a
   * page says that may lag behind. Another one, with other settings of the last minute, reads after
   * that, and knows at least what the page said.
   */
  @Test
  void noDeletedWindowIsShown_howeverTheSettingsChange() {
    String[] keeps = {"minute=1m", "minute=10m", "minute=1h", "minute=2d", "minute=forever"};
    String[] latenesses = {"0s", "30s", "1h"};
    int deleted = 0;
    for (int seed = 0; seed < 20_000; seed++) {
      Random random = new Random(seed);
      Namespace[] settings = new Namespace[2 + random.nextInt(4)];
      long[] since = new long[settings.length];
      settings[0] = namespace(random.nextBoolean() ? Map.of() : given(keeps, latenesses, random));
      since[0] = NOW;
      for (int i = 1; i < settings.length; i++) {
        since[i] = since[i - 1] + random.nextInt(random.nextBoolean() ? 30 : 5_000);
        settings[i] = put(settings[i - 1], given(keeps, latenesses, random), since[i]);
      }
      long now = NOW + random.nextInt(12_000);
      long until = now - random.nextInt(random.nextBoolean() ? 10 : 1_000);
      EventTime end = deletable(known(settings, since, now, random), until);
      // a reader who knows of an earlier point has ended before the deletion
      long read = now - 60 + random.nextInt(1_000);
      Keep reader = known(settings, since, read, random);
      EventTime shown = shown(reader, Math.max(until, read));
      if (!end.equals(EventTime.MIN)) {
        deleted++;
        assertThat(shown.plusTicks(60 * EventTime.TICKS_PER_SECOND).isAfter(end))
            .as("seed %d: deleted up to %s, and %s is shown", seed, end, shown)
            .isTrue();
      }
    }
    assertThat(deleted).isGreaterThan(5_000);
  }

  private static Map<String, String> given(String[] keeps, String[] latenesses, Random random) {
    Map<String, String> given = new HashMap<>();
    if (random.nextInt(4) > 0) {
      given.put(Keep.SETTING, keeps[random.nextInt(keeps.length)]);
    }
    if (random.nextBoolean()) {
      given.put(Lateness.SETTING, latenesses[random.nextInt(latenesses.length)]);
    }
    return given;
  }

  private static Keep known(Namespace[] settings, long[] since, long now, Random random) {
    long then = now - random.nextInt(60);
    int i = 0;
    while (i + 1 < settings.length && since[i + 1] <= then) {
      i++;
    }
    return Keep.of(settings[i]);
  }
}
