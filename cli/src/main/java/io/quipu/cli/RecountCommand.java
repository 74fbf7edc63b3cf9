package io.quipu.cli;

import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.service.Service;
import io.quipu.client.JsonObject;
import java.math.BigInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code recount}: counts the retained rows of a counter again. Exit code 1 if counts differ. */
@Command(
    name = "recount",
    description = {
      "Counts the retained rows of a counter once more, and holds them against its checkpoint.",
      "Ends with 1 if they differ, which they never should: nothing is repaired."
    })
public final class RecountCommand extends ServiceCommand {
  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Parameters(paramLabel = "COUNTER", description = "Its name.")
  private String counter = "";

  @Override
  int run(Service service) {
    JsonObject answer = service.recount(namespace.counter(counter));
    BigInteger drift = answer.integer("drift");
    print(
        answer,
        () ->
            out()
                .println(
                    "Recounted "
                        + answer.integer("recounted")
                        + " of "
                        + answer.integer("count")
                        + ", drift "
                        + drift
                        + ", "
                        + answer.integer("windowsChecked")
                        + " windows checked"
                        + (answer.flag("complete", false)
                            ? ""
                            : "; rows before what is retained are gone")));
    return drift.signum() == 0 ? 0 : 1;
  }
}
