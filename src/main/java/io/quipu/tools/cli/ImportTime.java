package io.quipu.tools.cli;

import io.quipu.tools.cli.source.SourceFailure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long an import of a source may take: what comes a second time must come while the first time
 * is remembered.
 */
final class ImportTime {
  private final long begun = System.nanoTime();
  private final Duration lastAttempt;
  private @Nullable Duration remembered;

  private ImportTime(Duration lastAttempt) {
    this.lastAttempt = lastAttempt;
  }

  /**
   * @param lastAttempt how long after it was taken an event may still be sent
   */
  static ImportTime begin(Duration lastAttempt) {
    return new ImportTime(lastAttempt);
  }

  /**
   * @throws SourceFailure if nothing is remembered at all, or not for long enough to begin
   */
  void boundBy(IdMemory memory) {
    if (!memory.isThere()) {
      throw new SourceFailure(
          "Namespace "
              + memory.namespace()
              + " remembers no ids, and a source may have a counter twice: import into one of kind"
              + " unique, or event with \"deduplicate\"");
    }
    remembered = memory.length();
    check();
  }

  /**
   * @throws SourceFailure if it has taken too long
   */
  void check() {
    if (remembered != null
        && System.nanoTime() - begun + lastAttempt.toNanos() > remembered.toNanos()) {
      throw new SourceFailure(
          "The namespace remembers ids for "
              + remembered.toSeconds()
              + " s, and this import takes longer: what comes twice could count twice. Give it"
              + " \"deduplicate\": \"forever\", or take kind unique");
    }
  }
}
