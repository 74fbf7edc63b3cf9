package io.quipu.cli;

import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.screen.Table;
import io.quipu.cli.service.Service;
import io.quipu.client.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code delete}: deletes a counter with all that belongs to it. */
@Command(
    name = "delete",
    aliases = "purge",
    description = {
      "Deletes a counter with its windows, ids, events and name, for good.",
      "Events that come later count for a new counter of that name. Takes some seconds."
    })
public final class DeleteCommand extends ServiceCommand {
  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Parameters(paramLabel = "COUNTER", description = "Its name.")
  private String counter = "";

  @Mixin private final Confirmation confirmation = new Confirmation();

  @Override
  int run(Service service) {
    confirmation.require("Delete " + counter + " of " + namespace.name() + " and all it counted?");
    JsonObject answer = service.change("DELETE", namespace.counter(counter) + "?purge=true", null);
    return print(
        answer,
        () ->
            out()
                .println(
                    "Deleted "
                        + Table.plain(counter)
                        + ". What it held is being deleted: quipu namespaces deleting"));
  }
}
