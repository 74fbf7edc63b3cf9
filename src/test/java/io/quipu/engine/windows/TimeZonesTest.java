package io.quipu.engine.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.input.InvalidInput;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeZonesTest {
  @Test
  void saysHowToWriteAPlus_whereAUrlHasLostIt() {
    int lost = 0;
    for (String id : ZoneId.getAvailableZoneIds()) {
      assertThat(TimeZones.parse("tz", id)).isEqualTo(ZoneId.of(id));
      if (id.contains("+")) {
        lost++;
        isRefused(id.replace('+', ' '), "in a URL, write + as %2B");
      }
    }
    assertThat(lost).isGreaterThan(10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"+02:00", " 02:00", "-0200", "+2", "UTC+2", "GMT 02:00", "UTC-05:30"})
  void saysThatAnOffsetIsNoName(String offset) {
    isRefused(offset, "an offset is no name of a zone");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Mars", "europe/zurich", "CEST2"})
  void saysWhatANameIs(String text) {
    isRefused(text, "tz must be the name of a time zone, such as Europe/Zurich or UTC");
  }

  private static void isRefused(String text, String words) {
    assertThatThrownBy(() -> TimeZones.parse("tz", text))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining(words);
  }
}
