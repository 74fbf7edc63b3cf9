package io.quipu.lab.cluster;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Closes several things, the last first, each also when another fails. */
final class Closing {
  private Closing() {}

  static void all(List<? extends Closeable> all) throws IOException {
    if (all.isEmpty()) {
      return;
    }
    int last = all.size() - 1;
    try {
      all.get(last).close();
    } finally {
      all(all.subList(0, last));
    }
  }
}
