package io.quipu.edge.resp.command;

import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Makes the replies to {@code COMMAND}: the names of the commands, their numbers of words, and the
 * positions of their keys.
 */
public final class CommandTable {
  /** The entries of all commands. All replies share them, because many replies may wait unsent. */
  private static final Reply ALL =
      new Reply.Items(Stream.of(CommandName.values()).map(CommandTable::entry).toList());

  /** The maximum number of names in one command, needed because an entry is longer than a name. */
  private static final int MOST_NAMES = 100;

  private CommandTable() {}

  /** Makes the reply to {@code COMMAND}, with or without one of its subcommands. */
  public static Reply reply(Command command) {
    if (command.size() == 1) {
      return ALL;
    }
    return switch (command.capitals(1)) {
      case "COUNT" -> new Reply.Whole(CommandName.values().length);
      case "LIST" ->
          new Reply.Items(
              Stream.of(CommandName.values())
                  .<Reply>map(name -> Reply.Bulk.of(name.label()))
                  .toList());
      case "INFO" -> info(command);
      // the only documentation is docs/redis.md
      case "DOCS" -> new Reply.Pairs(List.of());
      default ->
          Reply.failure(
              "unknown subcommand "
                  + Refusals.word(command, 1)
                  + " of COMMAND. There are COUNT, DOCS, INFO and LIST");
    };
  }

  private static Reply info(Command command) {
    if (command.size() == 2) {
      return ALL;
    }
    if (command.size() - 2 > MOST_NAMES) {
      return Reply.failure(
          (command.size() - 2) + " names are given; one command may have " + MOST_NAMES);
    }
    List<Reply> some = new ArrayList<>();
    for (int i = 2; i < command.size(); i++) {
      byte[] spelt = command.capitals(i).getBytes(StandardCharsets.ISO_8859_1);
      CommandName name = CommandName.of(new Command(List.of(spelt)));
      some.add(name == null ? Reply.NULL : entry(name));
    }
    return new Reply.Items(some);
  }

  private static Reply entry(CommandName name) {
    int first = name.hasKey() ? 1 : 0;
    return new Reply.Items(
        List.of(
            Reply.Bulk.of(name.label()),
            new Reply.Whole(name.form().arity()),
            new Reply.Items(flags(name)),
            new Reply.Whole(first),
            new Reply.Whole(name.hasManyKeys() ? -1 : first),
            new Reply.Whole(first)));
  }

  private static List<Reply> flags(CommandName name) {
    List<Reply> flags = new ArrayList<>();
    if (name.isKeyed()) {
      flags.add(new Reply.Status(name.writes() ? "write" : "readonly"));
    }
    flags.add(new Reply.Status("fast"));
    return flags;
  }
}
