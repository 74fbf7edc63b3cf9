package io.quipu.lab.bench.cases;

/**
 * One comparison of the suite.
 *
 * @param name as it is chosen: {@code -Dcase=name}
 * @param title the two sides, in words
 */
public record Case(String name, String title, Measurement measurement) {
  /** Measures, and says in the finding of the bench what came of it. */
  @FunctionalInterface
  public interface Measurement {
    void run(Bench bench) throws Exception;
  }
}
