package io.quipu.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SparklineTest {
  private final Sparkline line = new Sparkline(4);

  @Test
  void isAsLongAsItMayBe_newestLast() {
    assertThat(line).hasToString("    ");
    line.add(0);
    assertThat(line).hasToString("   ▁");
    line.add(7);
    line.add(-3);
    line.add(3.5);
    assertThat(line).hasToString("▁█▁▅");
    line.add(14);
    assertThat(line).hasToString("▅▁▃█");
  }
}
