package io.quipu.edge.resp.counters;

import io.quipu.edge.resp.command.Session;
import io.quipu.edge.resp.command.Step;
import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.kind.Holding;
import io.quipu.engine.kind.answer.Feature;
import io.quipu.engine.kind.answer.Listing.FoundCounter;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.service.Asker;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code SCAN}: the keys of a namespace, page by page. Confined to the context of one server
 * instance.
 */
record ScanCommand(KeyAccess access, ReadCommands reads, ScanCursors cursors) {
  private static final String STRING = "string";
  private static final String HASH = "hash";

  /** Prepares the command. */
  Future<Step> scan(Command command, Session session) {
    ScanOptions options = ScanOptions.of(command, 1);
    return access
        .allowedNames(session, options.pattern().prefix())
        .compose(namespace -> scan(session, namespace, options));
  }

  private Future<Step> scan(Session session, Namespace namespace, ScanOptions options) {
    access.service().kinds().of(namespace).require(Feature.LISTS);
    String after = options.after(cursors, namespace.name());
    NameRange names = NameRange.of(options.pattern().prefix()).after(after);
    // one more than are looked at tells whether more follow
    Question.Names page = new Question.Names(namespace, names, options.count() + 1);
    Asker asker = access.asker(session, namespace.name());
    return Future.succeededFuture(
        () ->
            access
                .service()
                .questions()
                .answer(page, asker)
                .map(listing -> Page.of(listing.counters(), options.count(), hasFields(namespace)))
                .compose(some -> withoutEarlier(some, namespace, after))
                .map(some -> reply(some, namespace, options)));
  }

  private boolean hasFields(Namespace namespace) {
    return access.holding(namespace) == Holding.ORDERED_SUM;
  }

  /**
   * The keys of a page of counters.
   *
   * @param types by key
   * @param next the name after which the next page begins; null after the last page
   */
  private record Page(Map<String, String> types, @Nullable String next) {
    static Page of(List<FoundCounter> found, int count, boolean hasFields) {
      boolean more = found.size() > count;
      Map<String, String> types = new LinkedHashMap<>();
      String last = "";
      for (FoundCounter one : more ? found.subList(0, count) : found) {
        String name = one.counter().name();
        String key = hasFields ? CounterFields.keyOf(name) : null;
        // of kinds with fields the value is the count now, so the counter was reset if it is zero
        boolean isReset = hasFields && one.value().isZero();
        if (!isReset) {
          types.putIfAbsent(key == null ? name : key, key == null ? STRING : HASH);
        }
        last = key != null && types.containsKey(key) ? CounterFields.lastOf(key) : name;
      }
      return new Page(types, more ? last : null);
    }
  }

  /**
   * Leaves out hashes whose keys also have events of their own, and were on a page before: the
   * counter of a key is before its fields, perhaps with others between.
   */
  private Future<Page> withoutEarlier(Page page, Namespace namespace, String after) {
    List<CounterName> earlier =
        page.types.keySet().stream()
            .filter(key -> Utf8Order.INSTANCE.compare(key, after) <= 0)
            .map(key -> new CounterName(namespace.name(), key))
            .toList();
    return reads
        .readAll(earlier, namespace)
        .map(
            answers -> {
              answers.forEach(
                  (key, answer) -> {
                    if (!answer.isEmpty()) {
                      page.types.remove(key.name());
                    }
                  });
              return page;
            });
  }

  private Reply reply(Page page, Namespace namespace, ScanOptions options) {
    String next = page.next;
    return ScanOptions.reply(
        next == null
            ? ScanOptions.last()
            : Long.toString(cursors.add(new ScanCursors.Place(namespace.name(), next))),
        page.types.keySet().stream()
            .filter(options.pattern()::matches)
            .filter(key -> options.type().isEmpty() || options.type().equals(page.types.get(key)))
            .<Reply>map(Reply.Bulk::of)
            .toList());
  }
}
