package io.quipu.edge.resp.counters;

import io.quipu.edge.resp.command.Refusals;
import io.quipu.edge.resp.command.Session;
import io.quipu.edge.resp.command.Step;
import io.quipu.edge.resp.counters.Fields.Field;
import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.service.RecordService.Admitted;
import io.quipu.service.access.Permissions;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * The commands about the fields of a key. Confined to the context of one server instance.
 *
 * <p>Invariant: once an event is recorded, no reply says that nothing was counted. So a value that
 * cannot be read after the recording is answered as an unknown outcome.
 */
record HashCommands(KeyAccess access, RecordCommands records, ReadCommands reads) {
  private static final int LARGEST_BITS = 63;

  private static final Reply.Failure TOO_LARGE =
      Reply.failure("the value exceeds 64 bits. Nothing was counted. Use HGET");
  private static final Reply.Failure TOO_LARGE_AFTER =
      new Reply.Failure(
          Refusals.UNKNOWN, "It was counted, but the value after it exceeds 64 bits.");

  /**
   * {@code HINCRBY}: an event of a field, answered with the count of the field afterwards. The
   * value tells counts, so it needs the right to read, too.
   */
  Future<Step> increment(Command command, Session session, boolean silent) {
    OptionalLong delta = command.integer(3);
    Reply.Failure objection = Deltas.objection(delta, command, 3);
    if (objection != null) {
      return Step.answered(objection);
    }
    CounterName counter = KeyAccess.counter(command, 1, session);
    String field = KeyAccess.text(command, 2, "field");
    Draft draft = Deltas.draft(delta.getAsLong());
    // given at once, as rights depend on it; the name of the label is known with the namespace
    Map<String, String> labels = new HashMap<>();
    draft.labels(labels);
    if (!silent) {
      Permissions.require(session.caller(), Right.READ, counter);
    }
    return access.recorded(
        session,
        counter,
        List.of(draft),
        events ->
            fields(
                Future.succeededFuture(events.counter()),
                fields -> {
                  KnownCounter counted = fields.field(field);
                  if (fields instanceof LabelFields byLabel) {
                    labels.put(byLabel.label(), field);
                    // the command runs alone, so the count is the one at its place
                    return delta.getAsLong() == 0
                        ? Future.succeededFuture(() -> reads.read(counted).map(value(TOO_LARGE)))
                        : increment(events.of(fields.key(), List.of(draft)), counted, silent);
                  }
                  Draft ofField = Deltas.draft(delta.getAsLong());
                  return records.recording(
                      events.of(counted, List.of(ofField)), RecordCommands::value);
                }));
  }

  private Future<Step> increment(Admitted events, KnownCounter series, boolean silent) {
    Future<Step> recording = records.recording(events, recorded -> Reply.OK);
    return silent
        ? recording
        : recording.map(step -> () -> step.begin().compose(recorded -> valueAfter(series)));
  }

  private Future<Reply> valueAfter(KnownCounter series) {
    return reads
        .read(series)
        .map(value(TOO_LARGE_AFTER))
        .recover(
            failure ->
                Future.failedFuture(
                    new ServiceFailure(
                        Reason.OUTCOME_UNKNOWN,
                        "It was counted, but the value after it could not be read.",
                        failure)));
  }

  private static Function<Answer, Reply> value(Reply.Failure tooLarge) {
    return answer -> {
      BigInteger number = Objects.requireNonNull(answer.wholeNumber(), "of a series");
      return number.bitLength() > LARGEST_BITS ? tooLarge : new Reply.Whole(number.longValue());
    };
  }

  /** {@code HGET}, {@code HEXISTS} and {@code HSTRLEN}: something of one field. */
  Future<Step> field(Command command, Session session, Function<Answer, Reply> reply) {
    String field = KeyAccess.text(command, 2, "field");
    return fields(
        readable(command, session),
        fields -> {
          KnownCounter series = fields.field(field);
          return Future.succeededFuture(() -> reads.read(series).map(reply));
        });
  }

  /** {@code HEXISTS}: 1 if events have counted for the field. */
  static Reply existence(Answer answer) {
    return new Reply.Whole(answer.isEmpty() ? 0 : 1);
  }

  /** {@code HMGET}: the counts of some fields, in their order. */
  Future<Step> getMany(Command command, Session session) {
    List<String> names = names(command);
    return fields(
        named(command, session, Right.READ, names),
        fields -> {
          List<CounterName> series = counters(fields, names);
          Namespace namespace = fields.key().namespace();
          return Future.succeededFuture(
              () -> reads.readAll(series, namespace).map(ReadCommands.numbers(series)));
        });
  }

  /** {@code HDEL}: resets fields that are counters of their own; no others. */
  Future<Step> delete(Command command, Session session) {
    List<String> names = names(command);
    return fields(
        named(command, session, Right.ADMIN, names),
        fields -> {
          if (fields instanceof LabelFields) {
            return Step.answered(HashReplies.NOT_DELETED);
          }
          Set<CounterName> counters = new LinkedHashSet<>(counters(fields, names));
          Resets resets = access.resets(command, session, fields.key().namespace());
          return Future.succeededFuture(() -> resets.all(counters));
        });
  }

  private static List<String> names(Command command) {
    KeyAccess.requireFew(command.size() - 2);
    List<String> names = new ArrayList<>();
    for (int i = 2; i < command.size(); i++) {
      names.add(KeyAccess.text(command, i, "field"));
    }
    return names;
  }

  private static List<CounterName> counters(Fields fields, List<String> names) {
    return names.stream().map(name -> fields.field(name).name().named()).toList();
  }

  /** {@code HGETALL}, {@code HKEYS}, {@code HVALS} and {@code HLEN}: something of all fields. */
  Future<Step> all(Command command, Session session, Function<List<Field>, Reply> reply) {
    int most = HashReplies.MOST_FIELDS;
    return fields(
        readable(command, session),
        fields ->
            Future.succeededFuture(
                () ->
                    fields
                        .all(
                            access.service().questions(),
                            access.asker(session, fields.key().name().namespace()),
                            most)
                        .map(
                            found ->
                                found.size() > most ? HashReplies.tooMany() : reply.apply(found))));
  }

  /** {@code HSCAN}: the fields page by page. */
  Future<Step> scan(Command command, Session session, ScanCursors cursors) {
    ScanOptions options = ScanOptions.of(command, 2);
    return fields(
        readable(command, session),
        fields -> {
          KnownCounter key = fields.key();
          String place = key.name().namespace() + " " + key.name().name();
          String after = options.after(cursors, place);
          return Future.succeededFuture(
              () ->
                  fields
                      .page(
                          access.service().questions(),
                          access.asker(session, key.name().namespace()),
                          after,
                          options.count())
                      .map(page -> options.reply(page, cursors, place)));
        });
  }

  private Future<KnownCounter> readable(Command command, Session session) {
    return access.allowed(session, Right.READ, KeyAccess.counter(command, 1, session));
  }

  private Future<KnownCounter> named(
      Command command, Session session, Right right, List<String> fields) {
    List<CounterName> key = List.of(KeyAccess.counter(command, 1, session));
    return access.allowed(session, right, key, new HashSet<>(fields).size());
  }

  private Future<Step> fields(Future<KnownCounter> allowed, Function<Fields, Future<Step>> step) {
    return allowed.compose(
        known -> {
          if (!access.holding(known).isSum()) {
            return access.wrongType(known);
          }
          Fields fields = Fields.of(known, access.holding(known));
          return fields == null ? fieldsOfNow(known, step) : step.apply(fields);
        });
  }

  /** Looks whether the namespace has got a label meanwhile. */
  private Future<Step> fieldsOfNow(KnownCounter known, Function<Fields, Future<Step>> step) {
    return access
        .service()
        .namespaces()
        .now(known.namespace())
        .compose(
            now -> {
              KnownCounter then = new KnownCounter(known.name(), now);
              Fields fields = Fields.of(then, access.holding(then));
              return fields == null
                  ? Step.answered(HashReplies.noFields(known))
                  : step.apply(fields);
            });
  }
}
