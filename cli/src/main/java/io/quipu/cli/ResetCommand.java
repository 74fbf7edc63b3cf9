package io.quipu.cli;

import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.screen.Table;
import io.quipu.cli.service.Service;
import io.quipu.client.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code reset}: sets a counter back to zero. */
@Command(
    name = "reset",
    description = {
      "Sets a counter back to zero. Its ids stay remembered, and its windows sum to the new count.",
      "Takes a second, of kind sketch some seconds."
    })
public final class ResetCommand extends ServiceCommand {
  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Parameters(paramLabel = "COUNTER", description = "Its name.")
  private String counter = "";

  @Mixin private final Confirmation confirmation = new Confirmation();

  @Override
  int run(Service service) {
    confirmation.require("Set " + counter + " of " + namespace.name() + " back to zero?");
    JsonObject answer = service.change("DELETE", namespace.counter(counter), null);
    return print(answer, () -> out().println(Table.plain(counter) + " is back at zero"));
  }
}
