package io.quipu.edge.resp;

import io.quipu.edge.guard.ByteBudget;
import io.quipu.edge.resp.CommandName.Turn;
import io.quipu.edge.resp.ReplyQueue.Slot;
import io.quipu.edge.resp.RespMeters.Ended;
import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.CommandBounds;
import io.quipu.edge.resp.protocol.CommandParser;
import io.quipu.edge.resp.protocol.ProtocolError;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.time.Clock;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One connection: takes commands, and sends replies in the order of the commands. The commands have
 * the effect of one after the other. Adjacent commands that record run at the same time, and so do
 * adjacent commands that read. If too many commands or replies wait, reading stops until fewer
 * wait. Confined to the context of its connection.
 */
final class Conversation implements DeadlineWatch.Watched {
  /** Bytes that a command takes from the budget besides its words, until its reply is queued. */
  private static final int COMMAND_BYTES = 500;

  /**
   * First words of HTTP lines, which end the connection, because a hostile page can make a browser
   * send HTTP to this port.
   */
  private static final Set<String> OF_BROWSERS = Set.of("POST", "HOST:");

  /** The connection to the client. */
  interface Peer {
    void write(byte[] bytes);

    /**
     * Tells whether too many written bytes wait for the client. Once the client has taken enough of
     * them, {@link #drained} is called.
     */
    boolean isFull();

    /** Reads more input, or stops reading. */
    void listen(boolean more);

    /** Runs a task on the context of the connection, after the tasks that already wait there. */
    void later(Runnable task);

    /** Closes the connection, once all written bytes are sent. */
    void close();
  }

  private final Session session;
  private final CounterCommands counters;
  private final ConnectionCommands connection;
  private final RespMeters meters;
  private final ByteBudget budget;
  private final Clock clock;
  private final Peer peer;
  private final CommandParser parser;
  private final ReplyQueue replies;

  /** The command that was read and waits for its turn. */
  private @Nullable Command waiting;

  private Turn turn = Turn.ANY;
  private int underWay;
  private int heldInput;
  private boolean preparing;
  private boolean going;
  private boolean flushing;
  private boolean ending;
  private boolean over;
  private long inputs;
  private long commands;

  Conversation(
      Session session,
      CounterCommands counters,
      ConnectionCommands connection,
      RespMeters meters,
      ByteBudget budget,
      Clock clock,
      Peer peer) {
    this.session = session;
    this.counters = counters;
    this.connection = connection;
    this.meters = meters;
    this.budget = budget;
    this.clock = clock;
    this.peer = peer;
    this.parser = new CommandParser(bounds());
    this.replies = new ReplyQueue(budget);
  }

  private CommandBounds bounds() {
    return session.isKnown() ? CommandBounds.USUAL : CommandBounds.OF_STRANGERS;
  }

  /** Takes input of the client. */
  void hear(byte[] bytes) {
    if (ending) {
      return;
    }
    inputs++;
    parser.feed(bytes);
    go();
  }

  /** Writes replies again, because the client has caught up. */
  void drained() {
    flushLater();
  }

  /**
   * Stops reading, and drops a command that waits for its turn. Closes the connection once the
   * replies to all begun commands are written.
   */
  void finish() {
    ending = true;
    waiting = null;
    flushLater();
    go();
  }

  /** Drops all replies, because the connection is closed. Begun commands still complete. */
  void end() {
    ending = true;
    over = true;
    waiting = null;
    hold(0);
    replies.end();
  }

  /** Ends the connection of a late client, with a reply only if a command arrived too slowly. */
  void late(Ended why) {
    if (ending) {
      return;
    }
    meters.ended(why);
    if (why == Ended.SLOW_COMMAND) {
      refuse(Reply.failure("the rest of the command took too long. Nothing of it was done"));
    } else {
      finish();
    }
  }

  /** Tells whether the client has authenticated, or need not. */
  @Override
  public boolean isKnown() {
    return session.isKnown();
  }

  @Override
  public long commands() {
    return commands;
  }

  @Override
  public boolean isInCommand() {
    return parser.isInCommand() && !isBlocked();
  }

  @Override
  public long inputs() {
    return inputs;
  }

  @Override
  public boolean isBusy() {
    return !replies.isEmpty() || preparing || waiting != null;
  }

  private void go() {
    if (going) {
      return;
    }
    going = true;
    try {
      while (step()) {
        // the next one
      }
    } finally {
      going = false;
    }
    if (!over) {
      if (!ending && !hold(parser.held())) {
        refuse(Refusals.FULL);
      }
      peer.listen(!isBlocked());
    }
  }

  private boolean isBlocked() {
    return ending || preparing || waiting != null || replies.isFull() || peer.isFull();
  }

  /** Holds bytes of the budget for input that is no command yet; false if there is no room. */
  private boolean hold(int bytes) {
    int more = bytes - heldInput;
    if (more > 0 && !budget.take(ByteBudget.Use.MESSAGE, more)) {
      return false;
    }
    budget.giveBack(-more);
    heldInput = bytes;
    return true;
  }

  /** Begins one command; false if no command can begin. */
  private boolean step() {
    Command command = waiting;
    if (command == null) {
      command = isBlocked() ? null : read();
    } else if (ending || preparing) {
      return false;
    }
    if (command == null) {
      return false;
    }
    CommandName name = CommandName.of(command);
    if (name != null && !mayBegin(name.turn())) {
      waiting = command;
      return false;
    }
    waiting = null;
    begin(name, command);
    return true;
  }

  private @Nullable Command read() {
    try {
      Command command = parser.next();
      commands += command == null ? 0 : 1;
      if (command == null || !OF_BROWSERS.contains(command.name())) {
        return command;
      }
      meters.ended(Ended.BROWSER);
      finish();
    } catch (ProtocolError error) {
      meters.ended(Ended.PROTOCOL);
      refuse(Reply.failure(error.detail()));
    }
    return null;
  }

  /** Ends the connection with a last reply, after the replies to all earlier commands. */
  private void refuse(Reply.Failure why) {
    if (!ending) {
      Slot last = new Slot("none", false, false, 0, clock.monotonicNanos());
      last.speaks(session.protocol());
      replies.add(last, 0);
      answer(last, why);
      finish();
    }
  }

  private boolean mayBegin(Turn wanted) {
    return wanted == Turn.ANY || underWay == 0 || (wanted == turn && wanted != Turn.ALONE);
  }

  private void begin(@Nullable CommandName name, Command command) {
    boolean silence = session.takeSilence();
    Reply ofTransaction = session.transaction().take(name, command, session.isKnown());
    boolean silent = silence && (ofTransaction != null || !isReplyOn(name, command));
    Slot slot =
        new Slot(
            name == null ? "unknown" : name.label(),
            silent,
            name != null && name.writes(),
            command.size(),
            clock.monotonicNanos());
    boolean hasRoom = replies.add(slot, command.bytes() + COMMAND_BYTES);
    // a transaction answers even without room: after a refused MULTI its commands would be run
    Reply reply = ofTransaction == null && !hasRoom ? Refusals.FULL : ofTransaction;
    if (reply != null) {
      slot.speaks(session.protocol());
      answer(slot, reply);
      return;
    }
    Future<Step> prepared = prepared(name, command, silent);
    if (prepared.isComplete()) {
      run(name, slot, prepared);
    } else {
      preparing = true;
      prepared.onComplete(
          done -> {
            preparing = false;
            run(name, slot, prepared);
            go();
          });
    }
  }

  /** Tells whether a command is {@code CLIENT REPLY ON}, which is answered during silence too. */
  private static boolean isReplyOn(@Nullable CommandName name, Command command) {
    return name == CommandName.CLIENT
        && command.size() == 3
        && command.capitals(1).equals("REPLY")
        && command.capitals(2).equals("ON");
  }

  private Future<Step> prepared(@Nullable CommandName name, Command command, boolean silent) {
    if (name == null) {
      return Step.answered(
          session.isKnown()
              ? Reply.failure("unknown command '" + command.text(0).orElse("?") + "'")
              : Refusals.STRANGER);
    }
    if (!name.takes(command.size())) {
      return Step.answered(ConnectionCommands.wrongNumber(name.label()));
    }
    if (!session.isKnown() && !name.isForStrangers()) {
      return Step.answered(Refusals.STRANGER);
    }
    try {
      return name.isKeyed()
          ? counters.prepare(name, command, session, silent)
          : connection.prepare(name, command, session);
    } catch (RuntimeException failure) {
      return Future.failedFuture(failure);
    }
  }

  private void run(@Nullable CommandName name, Slot slot, Future<Step> prepared) {
    parser.bind(bounds());
    slot.speaks(session.protocol());
    if (prepared.failed()) {
      // nothing is written yet, so the outcome is certain
      answer(slot, refusal(prepared.cause(), false));
      return;
    }
    Turn own = name == null ? Turn.ANY : name.turn();
    Future<Reply> reply = begun(prepared.result());
    if (name == CommandName.QUIT) {
      finish();
    }
    if (own != Turn.ANY && !reply.isComplete()) {
      turn = own;
      underWay++;
      reply.onComplete(done -> underWay--);
    }
    reply.onComplete(
        done -> {
          answer(slot, done.succeeded() ? done.result() : refusal(done.cause(), slot.writes()));
          go();
        });
  }

  private static Future<Reply> begun(Step step) {
    try {
      return step.begin();
    } catch (RuntimeException failure) {
      return Future.failedFuture(failure);
    }
  }

  private Reply refusal(Throwable failure, boolean writes) {
    if (failure instanceof ServiceFailure refusal && refusal.reason().isDenial()) {
      session.noteDenial(refusal);
      if (refusal.reason().isUnauthenticated()) {
        session.forget();
        parser.bind(bounds());
      }
    }
    return Refusals.of(failure, writes);
  }

  private void answer(Slot slot, Reply reply) {
    meters.answered(slot.label(), reply, clock.monotonicNanos() - slot.since());
    replies.answer(slot, reply);
    flushLater();
  }

  private void flushLater() {
    if (!flushing && !over) {
      flushing = true;
      peer.later(this::flush);
    }
  }

  private void flush() {
    flushing = false;
    if (over) {
      return;
    }
    if (replies.hasReplies() && !peer.isFull()) {
      peer.write(replies.take());
    }
    if (replies.hasReplies()) {
      if (!peer.isFull()) {
        flushLater();
      }
    } else if (ending && replies.isEmpty()) {
      peer.close();
      return;
    }
    go();
  }
}
