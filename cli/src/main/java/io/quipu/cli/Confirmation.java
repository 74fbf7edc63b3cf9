package io.quipu.cli;

import io.quipu.cli.screen.Table;
import io.quipu.cli.screen.Terminal;
import io.quipu.cli.service.Unanswered;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The question before something is changed that cannot be brought back. */
final class Confirmation {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Option(
      names = {"-y", "--yes"},
      description = "Does not ask; needed where there is no terminal to ask on.")
  private boolean yes;

  /**
   * Asks whether to go on, unless the user said so.
   *
   * @param question what is about to be done, with the name of what it is done to
   * @throws Unanswered if the user does not want it
   */
  void require(String question) {
    if (yes) {
      return;
    }
    if (!Terminal.isThere()) {
      throw new ParameterException(
          command.commandLine(),
          "--yes is missing: this cannot be undone, and nobody is there to ask");
    }
    String said =
        Terminal.console().readLine("%s This cannot be undone. [y/N] ", Table.plain(question));
    if (said == null || !said.strip().toLowerCase(Locale.ROOT).matches("y|yes")) {
      throw new Unanswered("Nothing was changed");
    }
  }
}
