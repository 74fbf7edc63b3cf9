package io.quipu.testing.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortTest {
  /** Of 10,000: two JVMs that did not know of each other would draw nine of them both. */
  private static final int PORTS = 300;

  @Test
  void twoThatRunAtOnceNeverDrawTheSame() throws Exception {
    Process one = draw();
    Process other = draw();
    try {
      Set<String> ports = new HashSet<>();
      for (Process process : List.of(one, other)) {
        for (int i = 0; i < PORTS; i++) {
          ports.add(process.inputReader().readLine());
        }
      }
      assertThat(ports).hasSize(2 * PORTS).allMatch(port -> port.matches("2[0-9]{4}"));
    } finally {
      one.destroyForcibly();
      other.destroyForcibly();
    }
  }

  private static Process draw() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx32m",
            "-cp",
            BuildDirectory.resolve("test-classes").toString(),
            Drawing.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Draws ports, and keeps them until it is ended. */
  public static final class Drawing {
    private Drawing() {}

    public static void main(String[] arguments) throws IOException {
      for (int i = 0; i < PORTS; i++) {
        System.out.println(FreePort.on("127.0.0.1"));
      }
      System.in.transferTo(OutputStream.nullOutputStream());
    }
  }
}
