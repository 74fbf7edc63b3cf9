package io.quipu.cli.source;

import java.util.List;
import java.util.Optional;

/**
 * The counters of another system, read once, in lists of bounded size. A counter may be found more
 * than once. Calls block. For one thread.
 */
public interface Source extends AutoCloseable {
  /**
   * Names the database or table, without the server. In one run, the events of all sources with
   * this name have the same id.
   */
  String name();

  /**
   * Reads the next list, which may be empty. Returns no list at the end of the source.
   *
   * @throws SourceFailure if the next list cannot be read
   */
  Optional<List<Found>> next();

  @Override
  void close();
}
