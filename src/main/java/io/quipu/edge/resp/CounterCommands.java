package io.quipu.edge.resp;

import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.response.Rejection;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.InvalidInput;
import io.quipu.service.CounterService;
import io.quipu.service.auth.Right;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;

/** The commands about counters. Confined to the context of one server instance. */
final class CounterCommands {
  private final CounterService service;
  private final KeyAccess access;
  private final RecordCommands records;
  private final ReadCommands reads;
  private final HashCommands hashes;
  private final ScanCommand scan;

  CounterCommands(CounterService service, ScanCursors cursors) {
    this.service = service;
    this.access = new KeyAccess(service);
    this.records = new RecordCommands(access);
    this.reads = new ReadCommands(access);
    this.hashes = new HashCommands(access, records, reads);
    this.scan = new ScanCommand(access, cursors);
  }

  /**
   * Checks a command: its words, the rights and rates of the caller, and the kind of the namespace.
   * Throws or fails with a {@link ServiceFailure}, an {@code InvalidDraft} or an {@link
   * InvalidInput}, never with a {@link Rejection} of HTTP. Nothing is written before the step.
   *
   * @param silent whether the client gets no reply to the command
   * @return the step that executes the command, or a step that only replies
   */
  Future<Step> prepare(CommandName name, Command command, Session session, boolean silent) {
    return switch (name) {
      case INCR -> records.add(command, session, OptionalLong.of(1), silent);
      case DECR -> records.add(command, session, OptionalLong.of(-1), silent);
      case INCRBY -> records.add(command, session, command.integer(2), silent);
      case DECRBY -> records.add(command, session, negated(command.integer(2)), silent);
      case QUIPU_ADD -> records.acknowledged(command, session);
      case PFADD -> records.observe(command, session);
      case GET -> reads.get(command, session);
      case MGET -> reads.getMany(command, session);
      case EXISTS -> reads.exist(command, session);
      case TYPE -> reads.type(command, session);
      case PFCOUNT -> reads.distinct(command, session);
      case DEL -> reset(command, session);
      case TTL -> reads.left(command, session, TimeToLive.SECONDS);
      case PTTL -> reads.left(command, session, TimeToLive.MILLISECONDS);
      case EXPIRE, PEXPIRE -> Step.answered(TimeToLive.NONE_TO_SET);
      case SCAN -> scan.scan(command, session);
      case HINCRBY -> hashes.increment(command, session, silent);
      case HGET -> hashes.get(command, session);
      case HMGET -> hashes.getMany(command, session);
      case HEXISTS -> hashes.exists(command, session);
      case HGETALL -> hashes.all(command, session, HashReplies::pairs);
      case HKEYS -> hashes.all(command, session, HashReplies::names);
      case HVALS -> hashes.all(command, session, HashReplies::counts);
      case HLEN -> hashes.all(command, session, HashReplies::number);
      case HSET, HSETNX, HMSET -> Step.answered(HashReplies.NOT_SET);
      case HDEL -> Step.answered(HashReplies.NOT_DELETED);
      case HINCRBYFLOAT -> Step.answered(HashReplies.NO_FRACTIONS);
      default -> throw new IllegalArgumentException(name + " is about no counter");
    };
  }

  private static OptionalLong negated(OptionalLong number) {
    return number.isPresent() && number.getAsLong() != Long.MIN_VALUE
        ? OptionalLong.of(-number.getAsLong())
        : OptionalLong.empty();
  }

  private Future<Step> reset(Command command, Session session) {
    List<CounterName> counters = KeyAccess.counters(command, session);
    return access
        .allowed(session, Right.ADMIN, List.of(), counters)
        .map(
            known -> {
              // a kind without resets refuses here, before the first reset
              var unused =
                  service.kinds().of(known.namespace()).reset(known.namespace(), known.name());
              Resets resets = new Resets(service, known.namespace(), session);
              return () -> resets.all(new LinkedHashSet<>(counters));
            });
  }
}
