package io.quipu.cli.history;

import io.quipu.cli.source.SourceFailure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The time limit of an import from a source. A source may return a counter twice. Then the second
 * event must arrive while the namespace remembers the id, which is the id of the first event too.
 */
public final class ImportTime {
  private final long begun = System.nanoTime();
  private final Duration lastAttempt;
  private @Nullable Duration remembered;

  private ImportTime(Duration lastAttempt) {
    this.lastAttempt = lastAttempt;
  }

  /**
   * @param lastAttempt the time for which the client may try to send an event
   */
  public static ImportTime begin(Duration lastAttempt) {
    return new ImportTime(lastAttempt);
  }

  /**
   * @throws SourceFailure if the namespace remembers no ids, or for a shorter time than an attempt
   */
  public void boundBy(IdMemory memory) {
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
   * @throws SourceFailure if an event that is sent now may arrive after ids were forgotten
   */
  public void check() {
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
