package io.quipu.edge.resp;

import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.kind.Feature;
import io.quipu.engine.model.NameRange;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.query.QueryMessages.CounterRange;
import io.quipu.engine.query.QueryMessages.FoundCounter;
import io.vertx.core.Future;
import java.util.List;
import java.util.OptionalLong;

/**
 * {@code SCAN}: the names of the counters of a namespace, page by page. Confined to the context of
 * one server instance.
 */
record ScanCommand(KeyAccess access, ScanCursors cursors) {
  /** The least and the most names that are looked at for one reply. */
  private static final int FEWEST = 100;

  private static final int MOST = 1_000;

  private static final String FIRST = "0";
  private static final Reply.Failure INVALID = Reply.failure("invalid cursor");
  private static final Reply.Failure NOT_KNOWN =
      Reply.failure(
          "the cursor is not known to this instance, or not any more: begin again with SCAN 0");

  /** The words after the cursor. */
  private record Options(GlobPattern pattern, int count, boolean none) {}

  /** Prepares the command. */
  Future<Step> scan(Command command, Session session) {
    OptionalLong cursor = command.integer(1);
    if (cursor.isEmpty() || cursor.getAsLong() < 0) {
      return Step.answered(INVALID);
    }
    GlobPattern pattern = GlobPattern.ALL;
    long count = FEWEST;
    boolean none = false;
    for (int i = 2; i < command.size(); i += 2) {
      if (i + 1 == command.size()) {
        return Step.answered(Refusals.SYNTAX);
      }
      switch (command.capitals(i)) {
        case "MATCH" -> pattern = GlobPattern.of(KeyAccess.text(command, i + 1, "pattern"));
        case "TYPE" -> none = !command.capitals(i + 1).equals("STRING");
        case "COUNT" -> {
          OptionalLong given = command.integer(i + 1);
          if (given.isEmpty()) {
            return Step.answered(Refusals.NOT_AN_INTEGER);
          }
          count = given.getAsLong();
        }
        default -> count = 0;
      }
      if (count < 1) {
        return Step.answered(Refusals.SYNTAX);
      }
    }
    Options options = new Options(pattern, (int) Math.max(FEWEST, Math.min(MOST, count)), none);
    return access
        .allowedNames(session, pattern.prefix())
        .compose(namespace -> scan(session, namespace, cursor.getAsLong(), options));
  }

  private Future<Step> scan(Session session, Namespace namespace, long cursor, Options options) {
    access.service().kinds().of(namespace).require(Feature.LISTS);
    String after = "";
    if (cursor != 0) {
      ScanCursors.Place place = cursors.find(cursor);
      if (place == null || !place.namespace().equals(namespace.name())) {
        return Step.answered(NOT_KNOWN);
      }
      after = place.after();
    }
    if (options.none()) {
      return Step.answered(reply(FIRST, List.of()));
    }
    NameRange names = NameRange.of(options.pattern().prefix()).after(after);
    // one more than are answered tells whether more follow
    CounterRange range = new CounterRange(namespace, names, options.count() + 1);
    return Future.succeededFuture(
        () ->
            access
                .service()
                .reads()
                .list(range, access.asker(session, namespace))
                .map(listing -> reply(listing.counters(), namespace, options)));
  }

  private Reply reply(List<FoundCounter> found, Namespace namespace, Options options) {
    boolean more = found.size() > options.count();
    List<String> names =
        found.subList(0, more ? options.count() : found.size()).stream()
            .map(one -> one.counter().name())
            .toList();
    String next =
        more
            ? Long.toString(
                cursors.add(new ScanCursors.Place(namespace.name(), names.get(names.size() - 1))))
            : FIRST;
    return reply(
        next,
        names.stream().filter(options.pattern()::matches).<Reply>map(Reply.Bulk::of).toList());
  }

  private static Reply reply(String next, List<Reply> names) {
    return new Reply.Items(List.of(Reply.Bulk.of(next), new Reply.Items(names)));
  }
}
