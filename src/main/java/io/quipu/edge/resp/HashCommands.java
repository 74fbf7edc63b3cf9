package io.quipu.edge.resp;

import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.kind.Answer;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import io.quipu.engine.kind.InvalidDraft;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Namespace;
import io.quipu.service.auth.Right;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The commands about the fields of a counter: its series by one label. Confined to the context of
 * one server instance.
 *
 * <p>Invariant: once an event is recorded, no reply says that nothing was counted. So a value that
 * cannot be read after the recording is answered as an unknown outcome.
 */
record HashCommands(KeyAccess access, RecordCommands records, ReadCommands reads) {
  private static final int LARGEST_BITS = 63;

  /**
   * {@code HINCRBY}: an event with a label, answered with the count of its series afterwards. The
   * value tells counts, so it needs the right to read, too.
   */
  Future<Step> increment(Command command, Session session, boolean silent) {
    OptionalLong delta = command.integer(3);
    if (!RecordCommands.isWithinLimits(delta)) {
      return Step.answered(Refusals.NOT_AN_INTEGER);
    }
    CounterName counter = KeyAccess.counter(command, 1, session);
    String field = KeyAccess.text(command, 2, "field");
    Draft draft = RecordCommands.draft(delta.getAsLong());
    // given at once, as rights depend on it; the name of the label is known with the namespace
    Map<String, String> labels = new HashMap<>();
    draft.labels(labels);
    Future<?> readable =
        silent ? Future.succeededFuture() : access.allowed(session, Right.READ, List.of(), counter);
    return fields(
        readable.compose(read -> access.allowed(session, Right.RECORD, List.of(draft), counter)),
        fields -> {
          labels.put(fields.label(), field);
          return increment(fields, draft, field, session, silent);
        });
  }

  private Future<Step> increment(
      HashFields fields, Draft draft, String field, Session session, boolean silent) {
    KnownCounter counter = fields.counter();
    KnownCounter series = fields.field(field);
    Future<Step> recording;
    try {
      recording = records.recording(counter, List.of(draft), session, recorded -> Reply.OK);
    } catch (InvalidDraft invalid) {
      if (invalid.finding().field().equals(Member.ID.label())) {
        return Step.answered(HashReplies.noId(counter.namespace()));
      }
      throw invalid;
    }
    return silent
        ? recording
        : recording.map(
            step -> () -> step.begin().compose(recorded -> valueAfter(series, session)));
  }

  private Future<Reply> valueAfter(KnownCounter series, Session session) {
    return reads
        .read(series, session)
        .map(HashCommands::value)
        .recover(
            failure ->
                Future.failedFuture(
                    new ServiceFailure(
                        Reason.OUTCOME_UNKNOWN,
                        "It was counted, but the value after it could not be read.",
                        failure)));
  }

  private static Reply value(Answer answer) {
    BigInteger number = Objects.requireNonNull(answer.wholeNumber(), "of a series");
    return number.bitLength() > LARGEST_BITS
        ? new Reply.Failure(
            Refusals.UNKNOWN, "It was counted, but the value after it exceeds 64 bits.")
        : new Reply.Whole(number.longValue());
  }

  /** {@code HGET}: the count of one field. */
  Future<Step> get(Command command, Session session) {
    return field(command, session, ReadCommands::number);
  }

  /** {@code HEXISTS}: 1 if events have counted for the field. */
  Future<Step> exists(Command command, Session session) {
    return field(command, session, answer -> new Reply.Whole(answer.isEmpty() ? 0 : 1));
  }

  private Future<Step> field(Command command, Session session, Function<Answer, Reply> reply) {
    String field = KeyAccess.text(command, 2, "field");
    return fields(
        readable(command, session),
        fields -> {
          KnownCounter series = fields.field(field);
          return Future.succeededFuture(() -> reads.read(series, session).map(reply));
        });
  }

  /** {@code HMGET}: the counts of some fields, in their order. */
  Future<Step> getMany(Command command, Session session) {
    KeyAccess.requireFew(command.size() - 2);
    List<String> names = new ArrayList<>();
    for (int i = 2; i < command.size(); i++) {
      names.add(KeyAccess.text(command, i, "field"));
    }
    return fields(
        readable(command, session),
        fields -> {
          List<CounterName> series =
              names.stream().map(name -> fields.field(name).name().named()).toList();
          Namespace namespace = fields.counter().namespace();
          return Future.succeededFuture(
              () -> reads.readAll(series, namespace, session).map(ReadCommands.numbers(series)));
        });
  }

  /** {@code HGETALL}, {@code HKEYS}, {@code HVALS} and {@code HLEN}: something of all fields. */
  Future<Step> all(Command command, Session session, Function<List<Answer>, Reply> reply) {
    return fields(
        readable(command, session),
        fields ->
            Future.succeededFuture(
                () ->
                    access
                        .service()
                        .reads()
                        .series(
                            fields.first(HashReplies.MOST_FIELDS),
                            access.asker(session, fields.counter().namespace()))
                        .map(
                            found ->
                                found.next() != null
                                    ? HashReplies.tooMany(fields.counter())
                                    : reply.apply(found.series()))));
  }

  private Future<KnownCounter> readable(Command command, Session session) {
    return access.allowed(session, Right.READ, List.of(), KeyAccess.counter(command, 1, session));
  }

  private Future<Step> fields(
      Future<KnownCounter> allowed, Function<HashFields, Future<Step>> step) {
    return allowed.compose(
        known -> {
          HashFields fields = HashFields.of(known);
          return fields == null ? fieldsOfNow(known, step) : step.apply(fields);
        });
  }

  /** Looks whether the namespace has got a label meanwhile. */
  private Future<Step> fieldsOfNow(KnownCounter known, Function<HashFields, Future<Step>> step) {
    return access
        .service()
        .namespaces()
        .now(known.namespace())
        .compose(
            now -> {
              HashFields fields = HashFields.of(new KnownCounter(known.name(), now));
              return fields == null
                  ? Step.answered(HashReplies.noFields(known))
                  : step.apply(fields);
            });
  }
}
