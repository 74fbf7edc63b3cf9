package io.quipu.edge.resp;

import io.quipu.edge.resp.command.CommandForm;
import io.quipu.edge.resp.command.MissingCommand;
import io.quipu.edge.resp.command.Refusals;
import io.quipu.edge.resp.command.Session;
import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The subcommands of {@code CLIENT}: about the connection on which they are sent, and about no
 * other, because other connections belong to other callers.
 */
final class ClientCommands {
  private static final Map<String, CommandForm> FORMS = new TreeMap<>();

  static {
    for (String form :
        List.of(
            "GETNAME",
            "GETREDIR",
            "ID",
            "INFO",
            "LIST [TYPE type | ID id ...]",
            "NO-EVICT ON|OFF",
            "NO-TOUCH ON|OFF",
            "REPLY ON|OFF|SKIP",
            "SETINFO LIB-NAME|LIB-VER text",
            "SETNAME name")) {
      String[] parts = form.split(" ", 2);
      FORMS.put(parts[0], new CommandForm("CLIENT " + parts[0], parts.length == 1 ? "" : parts[1]));
    }
  }

  private ClientCommands() {}

  /**
   * Carries a subcommand out, including its changes of the session.
   *
   * @param now nanoseconds of the monotonic clock
   */
  static Reply reply(Command command, Session session, long now) {
    String what = command.capitals(1);
    CommandForm form = FORMS.get(what);
    MissingCommand missing = MissingCommand.of("CLIENT|" + what);
    if (missing != null) {
      return missing.reply("CLIENT|" + what);
    }
    if (form == null) {
      return Reply.failure(
          "unknown subcommand "
              + Refusals.word(command, 1)
              + " of CLIENT. There are "
              + String.join(", ", FORMS.keySet())
              + ", for the own connection only");
    }
    if (!form.takes(command)) {
      return form.wrongNumber(command);
    }
    return switch (what) {
      case "ID" -> new Reply.Whole(session.id());
      case "GETNAME" -> name(session.name());
      case "GETREDIR" -> new Reply.Whole(-1);
      case "INFO" -> line(session, "info", now);
      case "LIST" -> list(command, form, session, now);
      case "SETNAME" -> named(command, 2, session);
      case "SETINFO" -> library(command, session);
      case "REPLY" -> replies(command.capitals(2), form, session);
      default -> flag(command.capitals(2), form);
    };
  }

  private static Reply name(String name) {
    return name.isEmpty() ? Reply.NULL : Reply.Bulk.of(name);
  }

  /** The connections of the client: its own, if the options do not leave it out. */
  private static Reply list(Command command, CommandForm form, Session session, long now) {
    if (command.size() == 2) {
      return line(session, "list", now);
    }
    boolean shown = false;
    switch (command.capitals(2)) {
      case "ID" -> {
        if (command.size() == 3) {
          return form.syntax();
        }
        for (int i = 3; i < command.size(); i++) {
          if (command.integer(i).isEmpty()) {
            return Reply.failure(
                "Invalid client ID "
                    + Refusals.word(command, i)
                    + ": it is a number, as CLIENT ID answers");
          }
          shown |= command.integer(i).getAsLong() == session.id();
        }
      }
      case "TYPE" -> {
        if (command.size() != 4) {
          return form.syntax();
        }
        switch (command.capitals(3)) {
          case "NORMAL" -> shown = true;
          case "MASTER", "PRIMARY", "REPLICA", "SLAVE", "PUBSUB" -> shown = false;
          default -> {
            return Reply.failure(
                "Unknown client type "
                    + Refusals.word(command, 3)
                    + ". There are NORMAL, MASTER, REPLICA and PUBSUB");
          }
        }
      }
      default -> {
        return form.syntax();
      }
    }
    return shown ? line(session, "list", now) : Reply.Bulk.of("");
  }

  /** The connection in the form of Redis. Numbers that Quipu does not count are 0. */
  private static Reply line(Session session, String subcommand, long now) {
    return Reply.Bulk.of(
        "id="
            + session.id()
            + session.ends()
            + " fd=0 name="
            + session.name()
            + " age="
            + session.ageSeconds(now)
            + " idle=0 flags=N db="
            + session.database()
            + " sub=0 psub=0 ssub=0 multi=-1 watch=0 qbuf=0 qbuf-free=0 argv-mem=0 multi-mem=0"
            + " rbs=0 rbp=0 obl=0 oll=0 omem=0 tot-mem=0 events=r cmd=client|"
            + subcommand
            + " user="
            + (session.caller().id().isEmpty() ? "default" : session.caller().id())
            + " redir=-1 resp="
            + session.protocol()
            + " lib-name="
            + session.libraryName()
            + " lib-ver="
            + session.libraryVersion()
            + " tot-net-in=0 tot-net-out=0 tot-cmds=0\n");
  }

  /** Names the connection. As in Redis, a name is printable ASCII without spaces, or empty. */
  static Reply named(Command command, int index, Session session) {
    String name = printable(command, index);
    if (name == null) {
      return notPrintable("Client names", command, index);
    }
    session.name(name);
    return Reply.OK;
  }

  private static Reply library(Command command, Session session) {
    String option = command.capitals(2);
    String value = printable(command, 3);
    if (!option.equals("LIB-NAME") && !option.equals("LIB-VER")) {
      return Reply.failure(
          "Unrecognized option " + Refusals.word(command, 2) + ". There are LIB-NAME and LIB-VER");
    }
    if (value == null) {
      return notPrintable(option.toLowerCase(Locale.ROOT), command, 3);
    }
    if (option.equals("LIB-NAME")) {
      session.library(value, session.libraryVersion());
    } else {
      session.library(session.libraryName(), value);
    }
    return Reply.OK;
  }

  private static Reply.Failure notPrintable(String what, Command command, int index) {
    return Reply.failure(
        what
            + " cannot contain spaces, newlines or special characters, as "
            + Refusals.word(command, index)
            + " does. Use those from ! to ~");
  }

  /** A word of printable ASCII; null if the word has other bytes. */
  private static @Nullable String printable(Command command, int index) {
    for (byte some : command.words().get(index)) {
      if (some < '!' || some > '~') {
        return null;
      }
    }
    return new String(command.words().get(index), StandardCharsets.US_ASCII);
  }

  /** Accepts a flag that has nothing to do: nothing is evicted, and nothing is touched. */
  private static Reply flag(String value, CommandForm form) {
    return value.equals("ON") || value.equals("OFF") ? Reply.OK : form.syntax();
  }

  private static Reply replies(String wanted, CommandForm form, Session session) {
    switch (wanted) {
      case "ON" -> {
        session.replies(Session.Replies.ON);
        return Reply.OK;
      }
      case "OFF" -> session.replies(Session.Replies.OFF);
      case "SKIP" -> session.replies(Session.Replies.SKIP);
      default -> {
        return form.syntax();
      }
    }
    return new Reply.Silence();
  }
}
