package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.report.Finding;

/** One comparison of the suite. */
public interface Case {
  /** As it is chosen: {@code -Dcase=name}. */
  String name();

  /** What is compared with what, in words. */
  String title();

  /** Measures, and says in the finding what came of it. */
  void run(Bench bench, Finding finding) throws Exception;
}
