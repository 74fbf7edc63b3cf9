package io.quipu.cli;

import io.quipu.cli.options.SettingsOptions;
import io.quipu.cli.screen.Table;
import io.quipu.cli.service.Query;
import io.quipu.cli.service.Service;
import io.quipu.client.JsonObject;
import io.quipu.client.QuipuException;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code namespaces}: prints the namespaces that the caller may read. */
@Command(
    name = "namespaces",
    subcommands = {
      NamespacesCommand.All.class,
      NamespacesCommand.Show.class,
      NamespacesCommand.Put.class,
      NamespacesCommand.Delete.class,
      NamespacesCommand.Deleting.class
    },
    description = "Prints the namespaces that one may read, with their kinds.")
public final class NamespacesCommand extends ServiceCommand {
  private static final String PATH = "/v1/namespaces";

  @Override
  int run(Service service) {
    return list(this, service);
  }

  private static int list(ServiceCommand command, Service service) {
    List<JsonObject> all = service.list(PATH, "namespaces");
    JsonObject answer = new JsonObject().put("namespaces", all);
    return command.print(
        answer,
        () -> {
          Table table = new Table("NAMESPACE", "KIND");
          for (JsonObject namespace : all) {
            table.add(namespace.text("namespace", ""), namespace.text("kind", ""));
          }
          table.print(command.out());
        });
  }

  /** {@code namespaces list}: prints the namespaces, as the command without another does. */
  @Command(name = "list", description = "Prints the namespaces that one may read.")
  static final class All extends ServiceCommand {
    @Override
    int run(Service service) {
      return list(this, service);
    }
  }

  /** {@code namespaces get}: prints the settings of a namespace. */
  @Command(name = "get", aliases = "show", description = "Prints the settings of a namespace.")
  static final class Show extends ServiceCommand {
    @Parameters(paramLabel = "NAME", description = "Its name.")
    private String name = "";

    @Override
    int run(Service service) {
      JsonObject answer = service.settings(name);
      return print(answer, () -> printSettings(answer, out()));
    }
  }

  /** {@code namespaces delete}: deletes a namespace with all that it holds. */
  @Command(
      name = "delete",
      description = {
        "Deletes a namespace with its counters, windows, ids and events, for good.",
        "It is found by nobody from then on. Its name can be used again when all is deleted."
      })
  static final class Delete extends ServiceCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "Its name.")
    private String name = "";

    @Mixin private final Confirmation confirmation = new Confirmation();

    @Override
    int run(Service service) {
      confirmation.require("Delete namespace " + name + " and all that it holds?");
      JsonObject answer = service.change("DELETE", PATH + "/" + Service.segment(name), null);
      return print(
          answer,
          () ->
              out()
                  .println(
                      "Deleted "
                          + Table.plain(name)
                          + ". See how far it is with: quipu namespaces deleting"));
    }
  }

  /** {@code namespaces deleting}: prints how far deletions are. */
  @Command(
      name = "deleting",
      description = "Prints the namespaces and counters that are being deleted, and how far.")
  static final class Deleting extends ServiceCommand {
    @Override
    int run(Service service) {
      List<JsonObject> all =
          service.list(PATH, "namespaces", () -> new Query().with("deleting", "true"));
      String some = PATH + new Query().with("deleting", "true").with("limit", "1000");
      List<JsonObject> counters = service.get(some).objectsOrNone("counters");
      JsonObject answer = new JsonObject().put("namespaces", all).put("counters", counters);
      return print(
          answer,
          () -> {
            Table table = new Table("NAMESPACE", "COUNTER", "DELETED", "DONE");
            for (JsonObject one : all) {
              table.add(
                  one.text("namespace", ""),
                  "all",
                  one.text("at", ""),
                  one.integer("done", 0) + " of " + one.integer("of", 0));
            }
            for (JsonObject one : counters) {
              table.add(one.text("namespace", ""), one.text("counter", ""), one.text("at", ""), "");
            }
            table.print(out());
          });
    }
  }

  /** {@code namespaces put}: creates or changes a namespace. */
  @Command(
      name = "put",
      description = "Creates a namespace, or changes those of its settings that are given.")
  static final class Put extends ServiceCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "Its name.")
    private String name = "";

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "JSON",
        description =
            "Its settings as the API has them, such as '{\"kind\": \"unique\"}'; options may do"
                + " the same.")
    private @Nullable String settings;

    @Mixin private final SettingsOptions options = new SettingsOptions();

    @Override
    int run(Service service) {
      JsonObject answer = service.put(PATH + "/" + Service.segment(name), given());
      return print(answer, () -> printSettings(answer, out()));
    }

    private JsonObject given() {
      try {
        return options.in(body());
      } catch (IllegalArgumentException e) {
        throw bad(String.valueOf(e.getMessage()));
      }
    }

    private JsonObject body() {
      try {
        return settings == null ? new JsonObject() : JsonObject.parse(settings);
      } catch (QuipuException e) {
        throw bad(
            "JSON is " + settings + ": it must be an object, such as '{\"kind\": \"unique\"}'");
      }
    }
  }

  private static void printSettings(JsonObject answer, PrintWriter out) {
    Table table = new Table("SETTING", "VALUE");
    answer.members().forEach((name, value) -> table.add(name, shown(value)));
    table.print(out);
  }

  /** Returns the value in the words of the option that sets it. */
  private static String shown(@Nullable Object value) {
    if (value instanceof JsonObject object) {
      return object.members().entrySet().stream()
          .map(member -> member.getKey() + "=" + member.getValue())
          .collect(Collectors.joining(","));
    }
    if (value instanceof List<?> elements) {
      String between = elements.stream().anyMatch(List.class::isInstance) ? " " : ",";
      return elements.stream().map(NamespacesCommand::shown).collect(Collectors.joining(between));
    }
    return String.valueOf(value);
  }
}
