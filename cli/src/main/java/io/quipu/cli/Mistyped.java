package io.quipu.cli;

import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.screen.Table;
import io.quipu.cli.service.Query;
import io.quipu.cli.service.Service;
import io.quipu.cli.service.Unanswered;
import io.quipu.cli.spelling.Nearest;
import java.util.List;

/** Guesses of names that a caller may have meant, of those that it may list. */
final class Mistyped {
  private Mistyped() {}

  /** Returns the words to append to a message about an unknown namespace; empty for no guess. */
  static String namespace(Service service, String typed) {
    return hint(service, "/v1/namespaces", "namespaces", "namespace", new Query(), typed);
  }

  /** Returns the words to append to a message about an empty counter; empty for no guess. */
  static String counter(Service service, NamespaceOption namespace, String typed) {
    // names that begin alike, in one page: a guess is not worth more
    String begin =
        typed.substring(
            0, typed.offsetByCodePoints(0, typed.codePointCount(0, typed.length()) / 3));
    Query query = new Query().with("prefix", begin.isEmpty() ? null : begin);
    return hint(service, namespace.counters(), "counters", "counter", query, typed);
  }

  private static String hint(
      Service service, String path, String member, String name, Query query, String typed) {
    try {
      List<String> names =
          service.get(path + query.with("limit", Service.PAGE)).objectsOrNone(member).stream()
              .map(one -> one.text(name, ""))
              .toList();
      return Table.plain(Nearest.hint(typed, names));
    } catch (Unanswered e) {
      return "";
    }
  }
}
