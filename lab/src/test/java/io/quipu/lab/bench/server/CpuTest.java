package io.quipu.lab.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class CpuTest {
  private static final String WORKING_CHILD =
      "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo busy; read -r end'";

  @Test
  void countsAChild_whileItRunsAndAfterItHasEnded() throws IOException {
    Process parent =
        new ProcessBuilder("sh", "-c", WORKING_CHILD + "; echo ended; read -r end").start();
    try (OutputStream in = parent.getOutputStream();
        var out = parent.inputReader()) {
      assertThat(out.readLine()).isEqualTo("busy");
      double running = Cpu.secondsWithChildren(parent.pid());
      assertThat(running).isGreaterThan(Cpu.seconds(parent.pid()));

      in.write('\n');
      in.flush();
      assertThat(out.readLine()).isEqualTo("ended");
      assertThat(Cpu.secondsWithChildren(parent.pid())).isGreaterThanOrEqualTo(running);
    }
  }
}
