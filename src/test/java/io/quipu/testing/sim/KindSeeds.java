package io.quipu.testing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.sim.KindSimulation.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * Seeds of one kind, and what is demanded of their runs. By hand, {@code -Dseeds} of them from
 * {@code -Dfrom} on.
 *
 * @param seeds how many
 * @param recorded so many requests in each run are more than too few
 * @param refused likewise, of those that a bound refuses; -1 where there are no bounds
 * @param unknown likewise, of those of which nobody knows whether they count
 */
public record KindSeeds(String kind, Runs runs, int seeds, int recorded, int refused, int unknown) {
  private static final int FAULT_FREE_SEEDS = 1;
  private static final int SEEDS_OF_A_FAULT = 300;

  /** Runs one seed. */
  @FunctionalInterface
  public interface Runs {
    Result run(long seed, boolean faults, boolean traced, Supplier<Protocol> protocol);
  }

  /** The same ones each time. */
  public void pass() {
    List<Result> all =
        demandNone(Long.getLong("from", 1), Integer.getInteger("seeds", seeds), true);
    demandFigures(all, unknown);
  }

  /** Seeds that nobody has tried before; what they reach is up to chance. */
  void passFresh(int count) {
    demandNone(Seeds.fresh(kind + ": -Dseeds=" + count), count, true);
  }

  /** Runs in which nothing goes wrong. */
  public void passWithoutFaults() {
    demandFigures(demandNone(1, FAULT_FREE_SEEDS, false), -1);
  }

  private List<Result> demandNone(long first, int count, boolean faults) {
    List<Result> all = new ArrayList<>();
    for (long seed = first; seed < first + count; seed++) {
      Result result = runs.run(seed, faults, false, Protocol::new);
      assertThat(result.violations()).as("seed %d, faults %b", seed, faults).isEmpty();
      all.add(result);
    }
    System.out.printf(
        "%d recorded, %d refused, %d in doubt%n",
        sum(all, Result::recorded), sum(all, Result::refused), sum(all, Result::unknown));
    return all;
  }

  private void demandFigures(List<Result> all, int inDoubt) {
    demandMore(all, Result::recorded, recorded);
    demandMore(all, Result::refused, refused);
    demandMore(all, Result::unknown, inDoubt);
  }

  private static void demandMore(List<Result> all, ToIntFunction<Result> figure, int each) {
    assertThat(sum(all, figure)).isGreaterThan(each * all.size());
  }

  private static int sum(List<Result> all, ToIntFunction<Result> figure) {
    return all.stream().mapToInt(figure).sum();
  }

  public void replayIdentically() {
    Result once = runs.run(3, true, true, Protocol::new);
    assertThat(once.trace()).hasSizeGreaterThan(100);
    assertThat(runs.run(3, true, true, Protocol::new)).isEqualTo(once);
  }

  /**
   * Finds a planted fault by the seed of the {@link FaultTable}; the same run passes without the
   * fault. If that seed no longer finds the fault, the message has the line that would.
   */
  public void find(String title, Supplier<Protocol> fault) {
    String key = FaultTable.key(kind, title);
    long first = FaultTable.publishedSeed(key);
    Result caught = runs.run(first, true, false, fault);
    for (long seed = first + 1; caught.passed() && seed < first + SEEDS_OF_A_FAULT; seed++) {
      caught = runs.run(seed, true, false, fault);
    }
    assertThat(caught.violations())
        .as("within %d seeds from %d", SEEDS_OF_A_FAULT, first)
        .isNotEmpty();
    String violation = caught.violations().get(0).replaceAll("(: .*?): .*", "$1");
    String line = FaultTable.line(key, caught.seed(), violation);
    assertThat(FaultTable.published().contains(line)).as("planted-faults.txt: %s", line).isTrue();
    assertThat(runs.run(caught.seed(), true, false, Protocol::new).violations()).isEmpty();
  }
}
