package io.quipu.edge.resp.counters;

import io.quipu.edge.resp.counters.Fields.Field;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import java.util.ArrayList;
import java.util.List;

/** Makes the replies to commands about the fields of a counter. */
final class HashReplies {
  /** The maximum number of fields in one reply. */
  static final int MOST_FIELDS = 1_000;

  static final Reply.Failure NOT_DELETED =
      Reply.failure(
          "a field cannot be deleted alone, because fields sum to their key. Nothing was written."
              + " Use DEL, which resets the key with all its fields");

  private HashReplies() {}

  /** Why a counter has no fields, and where counters have some. */
  static Reply.Failure noFields(KnownCounter counter) {
    Namespace namespace = counter.namespace();
    List<List<String>> all = Breakdowns.of(namespace).all();
    return new Reply.Failure(
        "WRONGTYPE",
        "keys of namespace "
            + namespace.name()
            + " have no fields: it has no breakdown by exactly one label"
            + (all.isEmpty() ? "" : ", only by " + all)
            + ". Nothing was counted. SELECT a database of kind linear, or give a namespace of kind"
            + " event \"labels\" over HTTP (PUT /v1/namespaces/{namespace})");
  }

  /** The refusal to answer more than {@link #MOST_FIELDS} fields. */
  static Reply.Failure tooMany() {
    return Reply.failure(
        "the key has more than "
            + MOST_FIELDS
            + " fields. Read them page by page over HTTP, or by HSCAN");
  }

  /** The names and counts, for {@code HGETALL}. */
  static Reply pairs(List<Field> fields) {
    return new Reply.Pairs(namesAndCounts(fields));
  }

  /** The names and counts in turn, for {@code HSCAN}. */
  static List<Reply> namesAndCounts(List<Field> fields) {
    List<Reply> pairs = new ArrayList<>(2 * fields.size());
    for (Field field : fields) {
      pairs.add(Reply.Bulk.of(field.name()));
      pairs.add(count(field));
    }
    return pairs;
  }

  /** The names, for {@code HKEYS}. */
  static Reply names(List<Field> fields) {
    return new Reply.Items(
        fields.stream().<Reply>map(field -> Reply.Bulk.of(field.name())).toList());
  }

  /** The counts, for {@code HVALS}. */
  static Reply counts(List<Field> fields) {
    return new Reply.Items(fields.stream().map(HashReplies::count).toList());
  }

  /** How many there are, for {@code HLEN}. */
  static Reply number(List<Field> fields) {
    return new Reply.Whole(fields.size());
  }

  private static Reply count(Field field) {
    return Reply.Bulk.of(field.count().toString());
  }
}
