package io.quipu.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.client.QuipuClient;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import io.quipu.testing.e2e.SharedQuipu;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What {@code watch} draws, on terminals that are as narrow and low as people's are. */
@Thorough
@EndToEnd
class WatchOnTerminalIT {
  private static final String LONG = "page/" + "long ".repeat(20);
  private static final String WIDE = "\u8ba1\u6570\u5668".repeat(15);

  private static RunningQuipu quipu;
  private static QuipuClient client;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    client = QuipuClient.to(quipu.uri(0).toString());
  }

  @Test
  void eachCounterHasOneLine_howeverLongItsName() throws IOException {
    try (ScreenOfCommand screen = watch(80, 10, List.of("short", LONG, WIDE))) {
      // a second has passed, so that there is something to compare with
      await()
          .until(
              () -> screen.lines().stream().filter(line -> line.contains("\u2581")).count() == 3);
      client.add("short", 1_234_567).join();
      await().until(() -> screen.lines().get(0).contains("1,234,567"));
      client.add(LONG, -5).join();
      await().until(() -> screen.lines().get(1).contains("-5"));
      // blocks, of which the highest is when the events came
      await().until(() -> screen.lines().get(0).contains("\u2588"));
      List<String> lines = screen.lines();
      assertThat(lines.get(0)).startsWith("short ");
      assertThat(lines.get(1)).startsWith("page/long long").contains("\u2026", "-5");
      assertThat(lines.get(2)).startsWith("\u8ba1");
      assertThat(lines.subList(3, 10)).containsOnly("");
    }
  }

  @Test
  void thoseWithoutRoomAreCounted() throws IOException {
    List<String> counters = IntStream.range(0, 20).mapToObj(i -> "counter " + i).toList();
    try (ScreenOfCommand screen = watch(60, 8, counters)) {
      await().until(() -> screen.lines().get(0).contains("+0/s"));
      client.add("counter 5", 7).join();
      await().until(() -> screen.lines().get(5).matches("counter 5 +7 .*"));
      assertThat(screen.lines())
          .hasSize(8)
          .element(6)
          .isEqualTo("... and 14 more, for which there is no room");
    }
  }

  @Test
  void thoseThatAppearLaterHaveALineBelow() throws IOException {
    client.add("begins/so", 7).join();
    try (ScreenOfCommand screen = watch(60, 8, List.of("--prefix=begins/"))) {
      await().until(() -> screen.lines().get(0).matches("begins/so +7 .*"));
      client.add("begins/later", 9).join();
      await().until(() -> screen.lines().get(1).matches("begins/later +9 .*"));
      assertThat(screen.lines().subList(2, 8)).containsOnly("");
    }
  }

  private static ScreenOfCommand watch(int columns, int lines, List<String> counters)
      throws IOException {
    return ScreenOfCommand.start(
        columns,
        lines,
        Map.of("QUIPU_URL", quipu.uri(0).toString()),
        new ArrayList<>(Stream.concat(Stream.of("watch"), counters.stream()).toList()));
  }
}
