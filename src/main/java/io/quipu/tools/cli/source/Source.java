package io.quipu.tools.cli.source;

import java.util.List;
import java.util.Optional;

/**
 * The counters of another system, read once, in parts of bounded size. A counter may be found more
 * than once. Calls block. For one thread.
 */
public interface Source extends AutoCloseable {
  /**
   * Names the place in the server: a database or a table. A run takes two sources of the same name
   * for one source.
   */
  String name();

  /**
   * The next part, which may be an empty list; no part at the end.
   *
   * @throws SourceFailure if the source cannot be read to its end
   */
  Optional<List<Found>> next();

  @Override
  void close();
}
