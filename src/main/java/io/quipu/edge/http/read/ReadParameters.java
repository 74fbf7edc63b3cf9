package io.quipu.edge.http.read;

import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.web.Query;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.names.KnownCounter;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Query parameters that reads of a counter have in common: those of series, and of some kinds. */
final class ReadParameters {
  private ReadParameters() {}

  /** The names of the common parameters and of those that one read has in addition. */
  static String[] with(KnownKinds kinds, String... own) {
    Stream<String> series = Stream.of(SeriesInput.BY, SeriesInput.WHERE, "limit");
    return Stream.of(Stream.of(own), series, kinds.readOptions().stream())
        .flatMap(names -> names)
        .toArray(String[]::new);
  }

  /** Parses the query parameters that the kind of the counter takes. */
  static ReadOptions options(KnownKinds kinds, Query query, KnownCounter counter) {
    Map<String, String> given = new HashMap<>(query.all());
    given.keySet().retainAll(kinds.readOptions());
    return kinds.readOptions(counter.namespace(), given);
  }
}
