package io.quipu.edge.resp;

import io.quipu.edge.resp.protocol.Command;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The commands that there are. */
enum CommandName {
  INCR(2, Turn.RECORD, true),
  INCRBY(3, Turn.RECORD, true),
  DECR(2, Turn.RECORD, true),
  DECRBY(3, Turn.RECORD, true),
  /** Of our own: an event that may have an id, and is acknowledged without a value. */
  QUIPU_ADD(-2, Turn.RECORD, true),
  PFADD(-2, Turn.RECORD, true),
  GET(2, Turn.READ, true),
  MGET(-2, Turn.READ, true),
  EXISTS(-2, Turn.READ, true),
  TYPE(2, Turn.READ, true),
  PFCOUNT(-2, Turn.READ, true),
  DEL(-2, Turn.ALONE, true),
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
   * Next to which others it may be under way: what a connection sends has the effect of one command
   * after the other, although those that cannot tell the difference run at once.
   */
  enum Turn {
    /** With all that are. */
    ANY,
    /** With others that record. */
    RECORD,
    /** With others that read. */
    READ,
    /** With none. */
    ALONE
  }

  private final int arity;
  private final Turn turn;
  private final boolean keyed;

  /**
   * @param arity how many words, its name included; negative for as many or more
   */
  CommandName(int arity, Turn turn, boolean keyed) {
    this.arity = arity;
    this.turn = turn;
    this.keyed = keyed;
  }

  /** Finds the name of a command; null if there is none. */
  static @Nullable CommandName of(Command command) {
    return BY_NAME.get(command.name());
  }

  /** As it is sent, in capitals. */
  String spelt() {
    return name().replace('_', '.');
  }

  /** As it is told. */
  String label() {
    return spelt().toLowerCase(Locale.ROOT);
  }

  int arity() {
    return arity;
  }

  boolean takes(int words) {
    return arity < 0 ? words >= -arity : words == arity;
  }

  Turn turn() {
    return turn;
  }

  /** Tells whether it is about counters. */
  boolean isKeyed() {
    return keyed;
  }

  /** Tells whether its keys are all words after its name. */
  boolean hasManyKeys() {
    return this == MGET || this == EXISTS || this == DEL || this == PFCOUNT;
  }

  /** Tells whether it changes something. */
  boolean writes() {
    return turn == Turn.RECORD || turn == Turn.ALONE;
  }

  /** Tells whether it is for those, too, who have not said who they are. */
  boolean isForStrangers() {
    return this == AUTH || this == HELLO || this == QUIT || this == RESET;
  }
}
