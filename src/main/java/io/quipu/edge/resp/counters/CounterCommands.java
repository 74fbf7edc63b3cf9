package io.quipu.edge.resp.counters;

import io.quipu.edge.resp.command.CommandName;
import io.quipu.edge.resp.command.Session;
import io.quipu.edge.resp.command.Step;
import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.edge.response.Rejection;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.Holding;
import io.quipu.engine.names.CounterName;
import io.quipu.service.CounterService;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** The commands about counters. Confined to the context of one server instance. */
public final class CounterCommands {
  private final CounterService service;
  private final KeyAccess access;
  private final RecordCommands records;
  private final ReadCommands reads;
  private final HashCommands hashes;
  private final ScanCommand scan;
  private final ScanCursors cursors;

  public CounterCommands(CounterService service, ScanCursors cursors) {
    this.service = service;
    this.access = new KeyAccess(service);
    this.records = new RecordCommands(access);
    this.reads = new ReadCommands(access);
    this.hashes = new HashCommands(access, records, reads);
    this.scan = new ScanCommand(access, reads, cursors);
    this.cursors = cursors;
  }

  /**
   * Checks a command: its words, the rights and rates of the caller, and the kind of the namespace.
   * Throws or fails with a {@link ServiceFailure}, an {@code InvalidDraft} or an {@link
   * InvalidInput}, never with a {@link Rejection} of HTTP. Nothing is written before the step.
   *
   * @param silent whether the client gets no reply to the command
   * @return the step that executes the command, or a step that only replies
   */
  public Future<Step> prepare(CommandName name, Command command, Session session, boolean silent) {
    return switch (name) {
      case INCR -> records.add(command, session, OptionalLong.of(1), silent);
      case DECR -> records.add(command, session, OptionalLong.of(-1), silent);
      case INCRBY -> records.add(command, session, command.integer(2), silent);
      case DECRBY -> records.add(command, session, negated(command.integer(2)), silent);
      case SET -> set(command, session);
      case SETNX -> records.set(command, session, new Reply.Whole(0), new Reply.Whole(1));
      case QUIPU_ADD -> records.acknowledged(command, session);
      case PFADD -> records.observe(command, session);
      case GET -> reads.get(command, session, ReadCommands::number);
      case STRLEN -> reads.get(command, session, ReadCommands::length);
      case MGET -> reads.getMany(command, session);
      case EXISTS -> reads.exist(command, session);
      case TYPE -> reads.key(command, session, ReadCommands::type);
      case PFCOUNT -> reads.distinct(command, session);
      case DEL, UNLINK -> reset(command, session);
      case TTL -> left(command, session, TimeToLive.SECONDS);
      case PTTL -> left(command, session, TimeToLive.MILLISECONDS);
      case SCAN -> scan.scan(command, session);
      case HINCRBY -> hashes.increment(command, session, silent);
      case HGET -> hashes.field(command, session, ReadCommands::number);
      case HSTRLEN -> hashes.field(command, session, ReadCommands::length);
      case HMGET -> hashes.getMany(command, session);
      case HEXISTS -> hashes.field(command, session, HashCommands::existence);
      case HDEL -> hashes.delete(command, session);
      case HSCAN -> hashes.scan(command, session, cursors);
      case HGETALL -> hashes.all(command, session, HashReplies::pairs);
      case HKEYS -> hashes.all(command, session, HashReplies::names);
      case HVALS -> hashes.all(command, session, HashReplies::counts);
      case HLEN -> hashes.all(command, session, HashReplies::number);
      default -> throw new IllegalArgumentException(name + " is about no counter");
    };
  }

  /** The least number has no opposite; it is as far past the limit as the one after it. */
  private static OptionalLong negated(OptionalLong number) {
    return number.isPresent()
        ? OptionalLong.of(-Math.max(number.getAsLong(), -Long.MAX_VALUE))
        : OptionalLong.empty();
  }

  private Future<Step> set(Command command, Session session) {
    boolean onlyNew = command.size() == 4 && command.capitals(3).equals("NX");
    return command.size() == 3 || onlyNew
        ? records.set(command, session, onlyNew ? Reply.NULL : null, Reply.OK)
        : Step.answered(
            Reply.failure(
                "syntax error: SET key number [NX]. There are no other options, because keys do not"
                    + " expire, and a count that exists is not overwritten. Nothing was counted"));
  }

  private Future<Step> left(Command command, Session session, TimeToLive unit) {
    return reads.key(
        command, session, (answer, exists) -> unit.of(answer, exists, service.clock().wall()));
  }

  private Future<Step> reset(Command command, Session session) {
    List<CounterName> counters = KeyAccess.counters(command, session);
    return access
        .allowed(session, Right.ADMIN, counters)
        .map(
            known -> {
              // a kind without resets refuses here, before the first reset
              var unused =
                  service.kinds().of(known.namespace()).reset(known.namespace(), known.name());
              Resets resets = access.resets(command, session, known.namespace());
              Set<CounterName> keys = new LinkedHashSet<>(counters);
              return access.holding(known) == Holding.ORDERED_SUM
                  ? () -> resets.withFields(keys)
                  : () -> resets.all(keys);
            });
  }
}
