package io.quipu.testing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.sim.KindSimulation.Result;
import java.util.function.Supplier;

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
  private static final int FAULT_FREE_SEEDS = 3;
  private static final int SEEDS_OF_A_FAULT = 300;

  /** Runs one seed. */
  @FunctionalInterface
  public interface Runs {
    Result run(long seed, boolean faults, boolean traced, Supplier<Protocol> protocol);
  }

  /** The same ones each time. */
  public void pass() {
    pass(Long.getLong("from", 1), Integer.getInteger("seeds", seeds), true);
  }

  /** Seeds that nobody has tried before. */
  void passFresh(int count) {
    pass(Seeds.fresh(kind + ": -Dseeds=" + count), count, true);
  }

  /** Runs in which nothing goes wrong. */
  public void passWithoutFaults() {
    pass(1, FAULT_FREE_SEEDS, false);
  }

  private void pass(long first, int count, boolean faults) {
    int all = 0;
    int pastBound = 0;
    int inDoubt = 0;
    for (long seed = first; seed < first + count; seed++) {
      Result result = runs.run(seed, faults, false, Protocol::new);
      assertThat(result.violations()).as("seed %d, faults %b", seed, faults).isEmpty();
      all += result.recorded();
      pastBound += result.refused();
      inDoubt += result.unknown();
    }
    System.out.println(all + " recorded, " + pastBound + " refused, " + inDoubt + " in doubt");
    assertThat(all).isGreaterThan(recorded * count);
    assertThat(pastBound).isGreaterThan(refused * count);
    assertThat(inDoubt).isGreaterThan(faults ? unknown * count : -1);
  }

  public void replayIdentically() {
    Result once = runs.run(3, true, true, Protocol::new);
    assertThat(once.trace()).hasSizeGreaterThan(100);
    assertThat(runs.run(3, true, true, Protocol::new)).isEqualTo(once);
  }

  /**
   * Finds a planted fault by the seed that docs/protocol-faults.md names; the same run passes
   * without the fault. Where that seed no longer finds the fault, names the line that would.
   */
  public void find(String title, Supplier<Protocol> fault) {
    long first = FaultTable.publishedSeedOfKind(title);
    Result caught = runs.run(first, true, false, fault);
    for (long seed = first + 1; caught.passed() && seed < first + SEEDS_OF_A_FAULT; seed++) {
      caught = runs.run(seed, true, false, fault);
    }
    assertThat(caught.violations())
        .as("within %d seeds from %d", SEEDS_OF_A_FAULT, first)
        .isNotEmpty();
    String violation = caught.violations().get(0).replaceAll("(: .*?): .*", "$1");
    String row = String.format("| %s | %d | %s |", title, caught.seed(), violation);
    assertThat(FaultTable.published().contains(row))
        .as("docs/protocol-faults.md: %s", row)
        .isTrue();
    assertThat(runs.run(caught.seed(), true, false, Protocol::new).violations()).isEmpty();
  }
}
