package io.quipu.tools.cli.source;

import java.util.List;
import java.util.Optional;

/**
 * Counters of another system, read in parts of bounded size, once. Something may be found more than
 * once. Blocks; for one thread.
 */
public interface Source extends AutoCloseable {
  /**
   * Names the place in the server: a database, a table. Two sources of one name are the same for a
   * run.
   */
  String name();

  /**
   * The next part, which may be empty; nothing at the end.
   *
   * @throws SourceFailure if there is no more to be had, and it is not the end
   */
  Optional<List<Found>> next();

  @Override
  void close();
}
