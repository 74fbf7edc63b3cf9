package io.quipu.edge.resp;

import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.kind.Feature;
import io.quipu.engine.kind.Holding;
import io.quipu.engine.model.NameRange;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.query.QueryMessages.CounterRange;
import io.quipu.engine.query.QueryMessages.FoundCounter;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code SCAN}: the keys of a namespace, page by page. Confined to the context of one server
 * instance.
 */
record ScanCommand(KeyAccess access, ScanCursors cursors) {
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
    CounterRange range = new CounterRange(namespace, names, options.count() + 1);
    return Future.succeededFuture(
        () ->
            access
                .service()
                .reads()
                .list(range, access.asker(session, namespace))
                .map(listing -> reply(listing.counters(), namespace, options)));
  }

  private Reply reply(List<FoundCounter> found, Namespace namespace, ScanOptions options) {
    boolean more = found.size() > options.count();
    Map<String, String> types = new LinkedHashMap<>();
    boolean fields = access.holding(namespace) == Holding.ORDERED_SUM;
    String last = "";
    for (FoundCounter one : more ? found.subList(0, options.count()) : found) {
      String name = one.counter().name();
      if (fields && one.value().isZero()) {
        // of this kind the value is the count now, so the counter was reset
        last = name;
        continue;
      }
      String key = fields ? CounterFields.keyOf(name) : null;
      types.putIfAbsent(key == null ? name : key, key == null ? STRING : HASH);
      last = key == null ? name : CounterFields.lastOf(key);
    }
    String next =
        more
            ? Long.toString(cursors.add(new ScanCursors.Place(namespace.name(), last)))
            : ScanOptions.last();
    return ScanOptions.reply(
        next,
        types.keySet().stream()
            .filter(options.pattern()::matches)
            .filter(key -> options.type().isEmpty() || options.type().equals(types.get(key)))
            .<Reply>map(Reply.Bulk::of)
            .toList());
  }
}
