package io.quipu.ops.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LayoutConfigTest {
  private static final LayoutConfig KEPT = new LayoutConfig(64, 4, Duration.ofSeconds(60));

  private final Map<String, String> environment = TestEnvironment.of("QUIPU_HTTP_HOST=127.0.0.1");

  @Test
  void nothingNeedBeSaid() {
    assertThat(read()).isEqualTo(LayoutConfig.NONE);
  }

  @Test
  void allOfItCanBeSaid() {
    environment.put("QUIPU_PAGES", "4096");
    environment.put("QUIPU_PARTS", "4096");
    environment.put("QUIPU_COLLECTION_WAIT", "1s");

    assertThat(read()).isEqualTo(new LayoutConfig(4_096, 4_096, Duration.ofSeconds(1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "3", "48", "4095", "8192", "-1", "1.0"})
  void pagesAndPartsArePowersOfTwo(String number) {
    for (String name : new String[] {"QUIPU_PAGES", "QUIPU_PARTS"}) {
      environment.put(name, number);
      assertThatThrownBy(this::read)
          .isInstanceOf(InvalidConfiguration.class)
          .hasMessageStartingWith(name + "=" + number + ": allowed is ");
      environment.remove(name);
    }
  }

  @Test
  void partsAreNotMoreThanPages() {
    environment.put("QUIPU_PAGES", "16");
    environment.put("QUIPU_PARTS", "32");

    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessage("QUIPU_PARTS=32: allowed are at most as many as QUIPU_PAGES=16");

    environment.put("QUIPU_PARTS", "16");
    assertThat(read().parts()).isEqualTo(16);
  }

  @ParameterizedTest
  @CsvSource({"999ms", "61m", "60"})
  void theWaitHasBounds(String wait) {
    environment.put("QUIPU_COLLECTION_WAIT", wait);

    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessage(
            "QUIPU_COLLECTION_WAIT="
                + wait
                + ": allowed is a length of time from 1s to 1h, such as 1m");
  }

  @Test
  void whatIsNotSaid_orHolds_isNotIgnored() {
    assertThat(LayoutConfig.NONE.ignored("quipu", KEPT)).isEmpty();
    assertThat(KEPT.ignored("quipu", KEPT)).isEmpty();
  }

  @Test
  void whatDoesNotHoldIsNamed_withWhatHolds() {
    assertThat(new LayoutConfig(128, 4, Duration.ofSeconds(90)).ignored("quipu", KEPT))
        .containsExactly(
            "QUIPU_PAGES=128 is ignored: keyspace quipu was created with 64, which holds for ever",
            "QUIPU_COLLECTION_WAIT=90s is ignored: keyspace quipu was created with 1m, which holds"
                + " for ever");
    assertThat(new LayoutConfig(0, 8, Duration.ZERO).ignored("quipu", KEPT))
        .containsExactly(
            "QUIPU_PARTS=8 is ignored: keyspace quipu was created with 4, which holds for ever");
  }

  private LayoutConfig read() {
    return Config.from(environment).cassandra().layout();
  }
}
