package io.quipu.tools.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option by which a caller says again what is to be deleted for good. */
final class Confirmation {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--confirm",
      required = true,
      paramLabel = "NAME",
      description = "The same name again: what is deleted cannot be brought back.")
  private String said = "";

  /**
   * Refuses another name than that of what is deleted.
   *
   * @param what its kind, in a message
   */
  void require(String what, String name) {
    if (!said.equals(name)) {
      throw new ParameterException(
          command.commandLine(),
          "--confirm: it must be the name of the " + what + ", " + Table.plain(name));
    }
  }
}
