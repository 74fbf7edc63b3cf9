package io.quipu.cli.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizingTest {
  private static final Load.Keep FOR_A_DAY = new Load.Keep(1, 1, 1);
  private static final String NUMBER = "([0-9.,]+)";

  /** The processors of the machine of the bench. */
  private static final int CORES = 2;

  @Test
  void processorsAreThoseOfThePerformancePage() throws IOException {
    assertCosts(Costs.ONE, "| `uniform` | N + N | N + N |");
    assertCosts(Costs.MANY, "| `websocket` | N | N + N |");
    double[] ids = figures("| `event`, with ids | N | N (N–N) | N | N |");
    assertThat(Costs.ONE_WITH_ID).isEqualTo(new Costs.Cpu(ids[5], ids[4]));
    double[] sustained = figures("| CPU an id, µs: Cassandra, service | N, N |");
    assertThat(Costs.MANY_WITH_IDS).isEqualTo(new Costs.Cpu(sustained[1], sustained[0]));
    assertThat(Costs.SETTLED).isEqualTo(figures("- Settling takes N µs a changed counter")[0]);
  }

  /** What the bench recorded in a second takes about what its machine has, and not more. */
  @Test
  void theRatesOfThePerformancePageFillItsMachine() throws IOException {
    double one =
        figures(
            "| `uniform`: the same, 1,000 counters | native counters, same HTTP server, N | N |")[
            1];
    assertFills(one, 1_000, false, false);
    double ids = figures("| `event`, with ids | N |")[0];
    assertFills(ids, 100, true, false);
    double many = figures("64 in flight each | one event per POST, N | N |")[1];
    assertFills(many, 1_000, false, true);
  }

  private static void assertFills(double rate, double counters, boolean ids, boolean batches) {
    Sizing sizing = Sizing.of(new Load(rate, 1, counters, ids, batches, 1, 1, FOR_A_DAY, 1, 1));
    assertThat(sizing.serviceCores() + sizing.cassandraCores()).isBetween(CORES * 0.7, CORES * 1.1);
  }

  private static void assertCosts(Costs.Cpu costs, String row) throws IOException {
    double[] found = figures(row);
    int service = found.length - 2;
    double first = service == 1 ? found[0] : found[0] + found[1];
    assertThat(costs).isEqualTo(new Costs.Cpu(first, found[service] + found[service + 1]));
  }

  /** The numbers where a line of the page has N. */
  private static double[] figures(String line) throws IOException {
    String page = Files.readString(Path.of("docs", "performance.md"));
    Matcher found =
        Pattern.compile(Pattern.quote(line).replace("N", "\\E" + NUMBER + "\\Q")).matcher(page);
    assertThat(found.find()).as(line).isTrue();
    double[] numbers = new double[found.groupCount()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Double.parseDouble(found.group(i + 1).replace(",", ""));
    }
    return numbers;
  }

  @Test
  void whatIsKeptForADay_isOfADay_andOfAYearIfTheDataIsAYearOld() {
    double forEver = Double.POSITIVE_INFINITY;
    Load load = new Load(10, 1, 100, true, false, 1, 1, FOR_A_DAY, 365, 3);
    Sizing day = Sizing.of(load);
    assertThat(day.ids()).isEqualTo(864_000 * Costs.ID);
    assertThat(day.rows()).isEqualTo(864_000 * Costs.ROW_WITH_ID);
    assertThat(day.counters()).isEqualTo(100 * Costs.COUNTER);
    // ten a second of a hundred counters: no minute of a counter is without an event, nearly
    assertThat(day.windows())
        .isCloseTo(100 * (1_440 + 24 + 1) * Costs.WINDOW, within(500 * Costs.WINDOW));
    assertThat(day.disk()).isEqualTo(3 * (day.ids() + day.rows() + day.counters() + day.windows()));
    Sizing year = Sizing.of(new Load(10, 1, 100, true, false, forEver, 1, FOR_A_DAY, 365, 3));
    assertThat(year.ids()).isEqualTo(365 * day.ids());
    assertThat(year.rows()).isEqualTo(day.rows());
  }

  @Test
  void sparseCountersHaveAWindowForAnEventAtMost() {
    Sizing sparse = Sizing.of(new Load(1, 1, 1e9, false, false, 1, 1, FOR_A_DAY, 1, 1));
    assertThat(sparse.windows()).isCloseTo(3 * 86_400 * Costs.WINDOW, within(20.0 * Costs.WINDOW));
  }

  @Test
  void nodesAreAsManyAsReplicas_processorsOrDiskAskFor() {
    assertThat(Sizing.of(load(1, 1, 3)).nodes()).isEqualTo(3);
    assertThat(Sizing.of(load(1, 1, 3)).instances()).isEqualTo(2);
    Sizing fast = Sizing.of(load(500_000, 0, 3));
    assertThat(fast.nodes()).isEqualTo((int) Math.ceil(fast.cassandraCores() / 4)).isGreaterThan(3);
    assertThat(fast.instances()).isEqualTo((int) Math.ceil(fast.serviceCores()));
    Sizing large = Sizing.of(load(1_000, 3_650, 3));
    assertThat(large.nodes()).isEqualTo((int) Math.ceil(large.disk() / 0.5e12)).isGreaterThan(3);
  }

  private static Load load(double events, double days, int replication) {
    return new Load(events, 1, 1_000, true, true, days, days, FOR_A_DAY, 3_650, replication);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "950, 950 B",
    "1500, 1.5 kB",
    "9960, 10 kB",
    "999600, 1.0 MB",
    "2e15, 2.0 PB"
  })
  void bytesAreShort(double bytes, String shown) {
    assertThat(SizingCommand.bytes(bytes)).isEqualTo(shown);
  }
}
