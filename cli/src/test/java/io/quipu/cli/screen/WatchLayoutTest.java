package io.quipu.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WatchLayoutTest {
  private static final String BLOCKS = " ".repeat(WatchLayout.MOST_SECONDS - 1) + "\u2588";

  @ParameterizedTest
  @ValueSource(ints = {52, 60, 80, 100, 132, 400})
  void noLineIsWiderThanTheTerminal(int columns) {
    List<String> names = List.of("a", "n".repeat(512));
    List<String> counts = List.of("-1", "9,223,372,036,854,775,807");
    WatchLayout layout = WatchLayout.of(columns, names, counts);
    for (int i = 0; i < 2; i++) {
      String line = layout.line(names.get(i), counts.get(i), "+1,000,000/s", BLOCKS);
      assertThat(line.length()).isLessThanOrEqualTo(columns);
      assertThat(line).contains(counts.get(i));
    }
  }

  @Test
  void theSecondsHaveWhatIsLeft() {
    WatchLayout wide = WatchLayout.of(100, List.of("name"), List.of("12"));
    assertThat(wide).isEqualTo(new WatchLayout(4, 2, WatchLayout.MOST_SECONDS));
    assertThat(wide.line("name", "12", "+3/s", BLOCKS))
        .isEqualTo("name  12          +3/s  " + BLOCKS);
    assertThat(WatchLayout.of(31, List.of("name"), List.of("12")).seconds()).isEqualTo(7);
    assertThat(WatchLayout.of(28, List.of("name"), List.of("12")).seconds()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "24 80,24,80",
    "0 0,24,80",
    "'',24,80",
    "nonsense,24,80",
    "1 1,2,20",
    "50 132,50,132"
  })
  void aTerminalThatSaysNothingHasTheUsualSize(String said, int lines, int columns) {
    assertThat(TerminalSize.of(said + "\n")).isEqualTo(new TerminalSize(lines, columns));
  }
}
