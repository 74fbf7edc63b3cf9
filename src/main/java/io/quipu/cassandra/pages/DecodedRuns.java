package io.quipu.cassandra.pages;

import io.quipu.engine.state.IdRuns;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The runs in the header of each page that was read last. A page that has not moved is read many
 * times, and its runs are decoded once. Confined to one context.
 */
final class DecodedRuns {
  private final Map<Integer, Decoded> byPage = new HashMap<>();

  private record Decoded(ByteBuffer blob, IdRuns runs) {}

  /**
   * Decodes the runs of a page.
   *
   * @throws RuntimeException if the value cannot be read
   */
  IdRuns of(int page, @Nullable ByteBuffer blob) {
    Decoded known = byPage.get(page);
    if (known != null && known.blob.equals(blob)) {
      return known.runs;
    }
    IdRuns runs = PageHeaderBlobs.ids(blob);
    if (blob != null) {
      byPage.put(page, new Decoded(blob, runs));
    }
    return runs;
  }
}
