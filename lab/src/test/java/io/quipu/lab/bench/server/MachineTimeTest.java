package io.quipu.lab.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineTimeTest {
  @Test
  void isReadFromTheLineOfAllProcessors() {
    MachineTime time = MachineTime.of("cpu  1000 200 300 4000 50 25 50 800 9 0");

    assertThat(time).isEqualTo(new MachineTime(23.75, 0.75, 40, 0.5));
    assertThat(time.all()).isEqualTo(64.25);
    assertThat(time.since(time)).isEqualTo(MachineTime.NONE);
    assertThat(MachineTime.NONE.plus(time)).isEqualTo(time);
  }

  @Test
  void grows() {
    assertThat(MachineTime.now().all()).isPositive();
  }
}
