package io.quipu.bench.cases;

import io.quipu.bench.load.HttpText;
import io.quipu.bench.report.Finding;

/** Single events of many counters: this build against another one, or against other settings. */
final class TwoBuildsUniform implements Case {
  private static final int COUNTERS = 1_000;

  @Override
  public String name() {
    return "builds-uniform";
  }

  @Override
  public String title() {
    return "This build against the one in -Dother: one event per POST, 1,000 counters, uniform";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    if (TwoBuilds.areThere(finding)) {
      byte[][] posts = new byte[COUNTERS][];
      for (int i = 0; i < COUNTERS; i++) {
        posts[i] = HttpText.post(Posts.path("uniform-" + i));
      }
      TwoBuilds.duel(
          bench,
          finding,
          title(),
          bench.connections(),
          1,
          Posts.any(posts, Posts.uniform(COUNTERS)));
    }
  }
}
