package io.quipu.edge.resp;

import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.resp.ReplyQueue.Slot;
import io.quipu.edge.resp.RespMeters.Ended;
import io.quipu.edge.resp.command.CommandName;
import io.quipu.edge.resp.command.CommandName.Turn;
import io.quipu.edge.resp.command.Refusals;
import io.quipu.edge.resp.command.Session;
import io.quipu.edge.resp.command.Step;
import io.quipu.edge.resp.counters.CounterCommands;
import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.CommandBounds;
import io.quipu.edge.resp.protocol.CommandParser;
import io.quipu.edge.resp.protocol.ProtocolError;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.time.Clock;
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

  private final Session session;
  private final SessionCommands commands;
  private final RespMeters meters;
  private final Clock clock;
  private final Peer peer;
  private final CommandParser parser;
  private final ReplyQueue replies;
  private final HeldInput input;
  private final Turns turns = new Turns();

  /** The command that was read and waits for its turn. */
  private @Nullable Command waiting;

  private boolean preparing;
  private boolean going;
  private boolean flushing;
  private boolean ending;
  private boolean over;
  private long inputs;
  private long read;

  Conversation(
      Session session,
      CounterCommands counters,
      ConnectionCommands connection,
      RespMeters meters,
      ByteBudget budget,
      Clock clock,
      Peer peer) {
    this.session = session;
    this.commands = new SessionCommands(session, counters, connection);
    this.meters = meters;
    this.clock = clock;
    this.peer = peer;
    this.parser = new CommandParser(bounds());
    this.replies = new ReplyQueue(budget);
    this.input = new HeldInput(budget);
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
    input.hold(0);
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
    return read;
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
      if (!ending && !input.hold(parser.held())) {
        refuse(Refusals.FULL);
      }
      peer.listen(!isBlocked());
    }
  }

  private boolean isBlocked() {
    return ending || preparing || waiting != null || replies.isFull() || peer.isFull();
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
    if (name != null && !turns.mayBegin(name.turn(session.isSilent()))) {
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
      read += command == null ? 0 : 1;
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

  private void begin(@Nullable CommandName name, Command command) {
    boolean silence = session.takeSilence();
    Reply ofTransaction = session.transaction().take(name, command, session.isKnown());
    boolean silent =
        silence && (ofTransaction != null || !SessionCommands.isReplyOn(name, command));
    Slot slot =
        new Slot(
            name == null ? "unknown" : name.label(),
            silent,
            name != null && name.writes(),
            command.size(),
            clock.monotonicNanos());
    boolean hasRoom = replies.add(slot, command.bytes() + COMMAND_BYTES);
    // a transaction answers even without room: after a refused MULTI its commands would be run
    if (ofTransaction == null && !hasRoom) {
      slot.speaks(session.protocol());
      answer(slot, Refusals.FULL);
      return;
    }
    Future<Step> prepared = commands.prepared(name, command, silent, ofTransaction);
    if (prepared.isComplete()) {
      run(name, slot, silent, prepared);
    } else {
      preparing = true;
      prepared.onComplete(
          done -> {
            preparing = false;
            run(name, slot, silent, prepared);
            go();
          });
    }
  }

  private void run(@Nullable CommandName name, Slot slot, boolean silent, Future<Step> prepared) {
    parser.bind(bounds());
    slot.speaks(session.protocol());
    if (prepared.failed()) {
      // nothing is written yet, so the outcome is certain
      answer(slot, commands.refusal(prepared.cause(), false));
      parser.bind(bounds());
      return;
    }
    Turn own = name == null ? Turn.ANY : name.turn(silent);
    Future<Reply> reply = SessionCommands.begun(prepared.result());
    if (name == CommandName.QUIT) {
      finish();
    }
    turns.begun(own, reply);
    reply.onComplete(
        done -> {
          answer(
              slot,
              done.succeeded() ? done.result() : commands.refusal(done.cause(), slot.writes()));
          if (session.isGuessing() && !ending) {
            meters.ended(Ended.GUESSING);
            finish();
          }
          parser.bind(bounds());
          go();
        });
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
