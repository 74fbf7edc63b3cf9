package io.quipu.edge.resp;

import io.quipu.edge.resp.protocol.Command;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The commands of the server. */
enum CommandName {
  INCR(2, Turn.RECORD, true),
  INCRBY(3, Turn.RECORD, true),
  DECR(2, Turn.RECORD, true),
  DECRBY(3, Turn.RECORD, true),
  /** Quipu's own command: records a delta, with an id if given. The reply may lack the count. */
  QUIPU_ADD(-2, Turn.RECORD, true),
  PFADD(-2, Turn.RECORD, true),
  /** Runs alone, as its outcome depends on the commands before it. */
  SET(-3, Turn.ALONE, true),
  SETNX(3, Turn.ALONE, true),
  GET(2, Turn.READ, true),
  STRLEN(2, Turn.READ, true),
  MGET(-2, Turn.READ, true),
  EXISTS(-2, Turn.READ, true),
  TYPE(2, Turn.READ, true),
  PFCOUNT(-2, Turn.READ, true),
  TTL(2, Turn.READ, true),
  PTTL(2, Turn.READ, true),
  DEL(-2, Turn.ALONE, true),
  UNLINK(-2, Turn.ALONE, true),
  /**
   * Reads what it has recorded. So it runs alone: the value is the one at its place in a pipeline.
   */
  HINCRBY(4, Turn.ALONE, true),
  HGET(3, Turn.READ, true),
  HMGET(-3, Turn.READ, true),
  HEXISTS(3, Turn.READ, true),
  HSTRLEN(3, Turn.READ, true),
  HDEL(-3, Turn.ALONE, true),
  /** The replies may be long, so those of one connection are made one after the other. */
  HGETALL(2, Turn.ALONE, true),
  HKEYS(2, Turn.ALONE, true),
  HVALS(2, Turn.ALONE, true),
  HLEN(2, Turn.ALONE, true),
  HSCAN(-3, Turn.ALONE, true),
  /**
   * The names of counters. As the replies may be long, those of one connection are no two at once.
   */
  SCAN(-2, Turn.ALONE, true),
  PING(-1, Turn.ANY, false),
  ECHO(2, Turn.ANY, false),
  SELECT(2, Turn.ANY, false),
  COMMAND(-1, Turn.ANY, false),
  CLIENT(-2, Turn.ANY, false),
  INFO(-1, Turn.ANY, false),
  HELLO(-1, Turn.ANY, false),
  AUTH(-2, Turn.ANY, false),
  RESET(1, Turn.ANY, false),
  MULTI(1, Turn.ANY, false),
  EXEC(1, Turn.ANY, false),
  DISCARD(1, Turn.ANY, false),
  QUIT(-1, Turn.ANY, false);

  private static final Map<String, CommandName> BY_NAME = new HashMap<>();

  static {
    for (CommandName name : values()) {
      BY_NAME.put(name.spelt(), name);
    }
  }

  /**
   * The commands of a connection that may be under way together with a command. All commands must
   * have the effect of one after the other. So only commands whose order has no effect overlap.
   */
  enum Turn {
    /** Together with all commands. */
    ANY,
    /** Together with {@link #ANY}, and with commands that record. */
    RECORD,
    /** Together with {@link #ANY}, and with commands that read. */
    READ,
    /** Together with {@link #ANY} only. */
    ALONE
  }

  private final int arity;
  private final Turn turn;
  private final boolean keyed;

  /**
   * @param arity the number of words, including the name; negative if the number is a minimum
   */
  CommandName(int arity, Turn turn, boolean keyed) {
    this.arity = arity;
    this.turn = turn;
    this.keyed = keyed;
  }

  /** Finds the name of a command; null if the command is unknown. */
  static @Nullable CommandName of(Command command) {
    return BY_NAME.get(command.name());
  }

  /** The name that clients send, in capitals. */
  String spelt() {
    return name().replace('_', '.');
  }

  /** The name in replies and meters, in small letters. */
  String label() {
    return spelt().toLowerCase(Locale.ROOT);
  }

  int arity() {
    return arity;
  }

  boolean takes(int words) {
    return arity < 0 ? words >= -arity : words == arity;
  }

  /**
   * The commands beside which the command may run.
   *
   * @param silent whether the client gets no reply to the command
   */
  Turn turn(boolean silent) {
    return this == HINCRBY && silent ? Turn.RECORD : turn;
  }

  /** Tells whether the command is about counters. */
  boolean isKeyed() {
    return keyed;
  }

  /** Tells whether the command names counters; a scan is about all of them. */
  boolean hasKey() {
    return keyed && this != SCAN;
  }

  /** Tells whether the command takes any number of keys: all words after the name. */
  boolean hasManyKeys() {
    return switch (this) {
      case MGET, EXISTS, DEL, UNLINK, PFCOUNT -> true;
      default -> false;
    };
  }

  /** Tells whether the command records or resets. */
  boolean writes() {
    return turn == Turn.RECORD
        || switch (this) {
          case SET, SETNX, HINCRBY, HDEL, DEL, UNLINK -> true;
          default -> false;
        };
  }

  /** Tells whether the command is allowed before authentication. */
  boolean isForStrangers() {
    return this == AUTH || this == HELLO || this == QUIT || this == RESET;
  }
}
