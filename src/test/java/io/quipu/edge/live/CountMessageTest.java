package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.live.Reading;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.query.Count;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import java.math.BigInteger;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CountMessageTest {
  private final CountMessage texts = new CountMessage();

  private static Reading reading(long version, String name, Tally settled, Tally tail) {
    return new Reading(
        version,
        new Count(new CounterName("votes", name), settled, EventTime.MIN, tail),
        Instant.parse("2026-01-01T12:00:01Z"));
  }

  @Test
  void isWrittenAsTheContractSays() {
    assertThat(texts.of(reading(1, "a", Tally.of(3, 3), Tally.of(2, 2)), 1))
        .isEqualTo(
            "{\"type\":\"count\",\"namespace\":\"votes\",\"counter\":\"a\",\"count\":5,\"events\":5,"
                + "\"settled\":{\"count\":3,\"events\":3,\"until\":null},"
                + "\"tail\":{\"count\":2,\"events\":2},\"seq\":1,\"asOf\":\"2026-01-01T12:00:01.000Z\"}");
  }

  @Test
  void keepsEveryDigitAndEveryCharacter() {
    Tally large = new Tally(new BigInteger("123456789012345678901234567890"), 7);
    assertThat(texts.of(reading(1, "say \"\u0001\" / \ud83d\ude00", large, Tally.ZERO), 12))
        .contains("\"count\":123456789012345678901234567890,")
        .contains("\"counter\":\"say \\\"\\u0001\\\" / \ud83d\ude00\"")
        .contains("\"seq\":12,");
  }

  @Test
  void neverTakesOneReadingForAnother() {
    Reading a = reading(1, "a", Tally.of(1, 1), Tally.ZERO);
    Reading b = reading(1, "b", Tally.of(2, 2), Tally.ZERO);
    assertThat(texts.of(a, 1)).contains("\"counter\":\"a\",\"count\":1,");
    assertThat(texts.of(a, 9)).contains("\"seq\":9,");
    assertThat(texts.of(b, 1)).contains("\"counter\":\"b\",\"count\":2,");
    assertThat(texts.of(a, 2)).contains("\"counter\":\"a\",\"count\":1,");
  }
}
