package io.quipu.edge.resp.command;

import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import java.util.Locale;

/** The words that a command or subcommand has, and the refusals of others. Immutable. */
public final class CommandForm {
  private final String name;
  private final String arguments;
  private final int words;
  private final int arity;

  /**
   * @param name in capitals; of a subcommand with the name of its command before it
   * @param arguments the words after the name; those in brackets may be left out
   */
  public CommandForm(String name, String arguments) {
    this.name = name;
    this.arguments = arguments;
    this.words = name.split(" ").length;
    String required = arguments.replaceAll("\\[.*]", "").strip();
    int least = words + (required.isEmpty() ? 0 : required.split(" ").length);
    this.arity = arguments.contains("[") ? -least : least;
  }

  /** The number of words, including the name; negative if the number is a minimum. */
  public int arity() {
    return arity;
  }

  /** Tells whether a command has enough words, and not too many. */
  public boolean takes(Command command) {
    return arity < 0 ? command.size() >= -arity : command.size() == arity;
  }

  /** Refuses a command with too few or too many words. */
  public Reply.Failure wrongNumber(Command command) {
    return Reply.failure(
        "wrong number of arguments for '"
            + name.toLowerCase(Locale.ROOT).replace(' ', '|')
            + "' command: it has "
            + Math.max(0, command.size() - words)
            + ". The form is "
            + this);
  }

  /** Refuses a command for one of its words. */
  public Reply.Failure syntax() {
    return Reply.failure("syntax error: the form is " + this);
  }

  /** The words after the name, as {@link #toString} has them. */
  public String arguments() {
    return arguments;
  }

  /** The form for people. */
  @Override
  public String toString() {
    return arguments.isEmpty() ? name : name + " " + arguments;
  }
}
