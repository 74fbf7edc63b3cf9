package io.quipu.ops.config;

import io.quipu.engine.model.Layout;
import java.time.Duration;

/** Reads the variables that say what a new keyspace is to be like. */
final class LayoutConfigReader {
  private static final String PAGES = "QUIPU_PAGES";
  private static final String PARTS = "QUIPU_PARTS";
  private static final String WAIT = "QUIPU_COLLECTION_WAIT";

  private final Variables variables;

  LayoutConfigReader(Variables variables) {
    this.variables = variables;
  }

  LayoutConfig read() {
    int pages = powerOfTwo(PAGES);
    int parts = powerOfTwo(PARTS);
    if (pages > 0 && parts > pages) {
      throw Variables.refused(
          PARTS, String.valueOf(parts), "allowed are at most as many as " + PAGES + "=" + pages);
    }
    Duration wait =
        Durations.read(
            variables, WAIT, Duration.ofSeconds(1), Duration.ofHours(1), Layout.USUAL_WAIT);
    return new LayoutConfig(pages, parts, variables.text(WAIT).isPresent() ? wait : Duration.ZERO);
  }

  private int powerOfTwo(String name) {
    int number = variables.number(name, 1, Layout.MOST_PAGES, 0);
    if (Integer.bitCount(number) > 1) {
      throw Variables.refused(name, String.valueOf(number), "allowed is a power of two");
    }
    return number;
  }
}
