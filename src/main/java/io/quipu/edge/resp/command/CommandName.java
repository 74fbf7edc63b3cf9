package io.quipu.edge.resp.command;

import io.quipu.edge.resp.protocol.Command;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The commands of the server. */
public enum CommandName {
  INCR("key", Turn.RECORD, true),
  INCRBY("key delta", Turn.RECORD, true),
  DECR("key", Turn.RECORD, true),
  DECRBY("key delta", Turn.RECORD, true),
  /** Quipu's own command: records a delta, with an id if given. The reply may lack the count. */
  QUIPU_ADD("key [delta [id [events]]]", Turn.RECORD, true),
  PFADD("key [value ...]", Turn.RECORD, true),
  /** Runs alone, as its outcome depends on the commands before it. */
  SET("key number [NX]", Turn.ALONE, true),
  SETNX("key number", Turn.ALONE, true),
  GET("key", Turn.READ, true),
  STRLEN("key", Turn.READ, true),
  MGET("key [key ...]", Turn.READ, true),
  EXISTS("key [key ...]", Turn.READ, true),
  TYPE("key", Turn.READ, true),
  PFCOUNT("key", Turn.READ, true),
  TTL("key", Turn.READ, true),
  PTTL("key", Turn.READ, true),
  DEL("key [key ...]", Turn.ALONE, true),
  UNLINK("key [key ...]", Turn.ALONE, true),
  /**
   * Reads what it has recorded. So it runs alone: the value is the one at its place in a pipeline.
   */
  HINCRBY("key field delta", Turn.ALONE, true),
  HGET("key field", Turn.READ, true),
  HMGET("key field [field ...]", Turn.READ, true),
  HEXISTS("key field", Turn.READ, true),
  HSTRLEN("key field", Turn.READ, true),
  HDEL("key field [field ...]", Turn.ALONE, true),
  /** The replies may be long, so those of one connection are made one after the other. */
  HGETALL("key", Turn.ALONE, true),
  HKEYS("key", Turn.ALONE, true),
  HVALS("key", Turn.ALONE, true),
  HLEN("key", Turn.ALONE, true),
  HSCAN("key cursor [MATCH pattern] [COUNT n] [NOVALUES]", Turn.ALONE, true),
  /**
   * The names of counters. As the replies may be long, those of one connection are no two at once.
   */
  SCAN("cursor [MATCH pattern] [COUNT n] [TYPE type]", Turn.ALONE, true),
  PING("[text]", Turn.ANY, false),
  ECHO("text", Turn.ANY, false),
  SELECT("index", Turn.ANY, false),
  COMMAND("[COUNT | DOCS | INFO [name ...] | LIST]", Turn.ANY, false),
  CLIENT("subcommand [argument ...]", Turn.ANY, false),
  INFO("[section ...]", Turn.ANY, false),
  HELLO("[2|3 [AUTH user password] [SETNAME name]]", Turn.ANY, false),
  AUTH("[user] password", Turn.ANY, false),
  RESET("", Turn.ANY, false),
  MULTI("", Turn.ANY, false),
  EXEC("", Turn.ANY, false),
  DISCARD("", Turn.ANY, false),
  QUIT("[...]", Turn.ANY, false);

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
  public enum Turn {
    /** Together with all commands. */
    ANY,
    /** Together with {@link #ANY}, and with commands that record. */
    RECORD,
    /** Together with {@link #ANY}, and with commands that read. */
    READ,
    /** Together with {@link #ANY} only. */
    ALONE
  }

  @SuppressWarnings("ImmutableEnumChecker") // its fields are final texts and numbers
  private final CommandForm form;

  private final Turn turn;
  private final boolean keyed;

  /**
   * @param arguments the words after the name; those in brackets may be left out
   */
  CommandName(String arguments, Turn turn, boolean keyed) {
    this.form = new CommandForm(spelt(), arguments);
    this.turn = turn;
    this.keyed = keyed;
  }

  /** Finds the name of a command; null if the command is unknown. */
  public static @Nullable CommandName of(Command command) {
    return BY_NAME.get(command.name());
  }

  /** The name that clients send, in capitals. */
  public String spelt() {
    return name().replace('_', '.');
  }

  /** The name in replies and meters, in small letters. */
  public String label() {
    return spelt().toLowerCase(Locale.ROOT);
  }

  public CommandForm form() {
    return form;
  }

  /**
   * The commands beside which the command may run.
   *
   * @param silent whether the client gets no reply to the command
   */
  public Turn turn(boolean silent) {
    return this == HINCRBY && silent ? Turn.RECORD : turn;
  }

  /** Tells whether the command is about counters. */
  public boolean isKeyed() {
    return keyed;
  }

  /** Tells whether the command names counters; a scan is about all of them. */
  boolean hasKey() {
    return keyed && this != SCAN;
  }

  /** Tells whether the command takes any number of keys: all words after the name. */
  boolean hasManyKeys() {
    return form.arguments().endsWith("[key ...]");
  }

  /** Tells whether the command records or resets. */
  public boolean writes() {
    return turn == Turn.RECORD
        || switch (this) {
          case SET, SETNX, HINCRBY, HDEL, DEL, UNLINK -> true;
          default -> false;
        };
  }

  /** Tells whether the command is allowed before authentication. */
  public boolean isForStrangers() {
    return this == AUTH || this == HELLO || this == QUIT || this == RESET;
  }
}
