package io.quipu.cli;

import io.quipu.cli.screen.Table;
import io.quipu.cli.service.Service;
import io.quipu.client.JsonObject;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code keys}: prints the keys of callers, without their secrets. */
@Command(
    name = "keys",
    subcommands = {KeysCommand.All.class, KeysCommand.Create.class, KeysCommand.Delete.class},
    description = "Prints the keys that callers may show, without their secrets.")
public final class KeysCommand extends ServiceCommand {
  private static final String PATH = "/v1/keys";
  private static final String READ = "read:";
  private static final Pattern READ_ONE = Pattern.compile(READ + "[a-z][a-z0-9_-]*");

  @Override
  int run(Service service) {
    return list(this, service);
  }

  private static int list(ServiceCommand command, Service service) {
    List<JsonObject> all = service.list(PATH, "keys");
    return command.print(
        new JsonObject().put("keys", all),
        () -> {
          Table table =
              new Table("ID", "NAME", "SCOPES", "PREFIX", "EXPIRES", "LAST USED", "CREATED BY");
          for (JsonObject key : all) {
            table.add(
                key.text("id", ""),
                key.text("name", ""),
                String.join(" ", key.stringsOrNone("scopes")),
                key.text("prefix", ""),
                key.text("expires", ""),
                key.text("lastUsed", ""),
                key.text("createdBy", ""));
          }
          table.print(command.out());
        });
  }

  /** {@code keys list}: prints the keys, as the command without another does. */
  @Command(name = "list", description = "Prints the keys, without their secrets.")
  static final class All extends ServiceCommand {
    @Override
    int run(Service service) {
      return list(this, service);
    }
  }

  /** {@code keys create}: creates a key. */
  @Command(name = "create", description = "Creates a key, and prints it: it is shown this once.")
  static final class Create extends ServiceCommand {
    @Parameters(
        arity = "1..*",
        paramLabel = "SCOPE",
        description = "read:NAMESPACE, record:, admin: or operate:, or * for all namespaces.")
    private List<String> scopes = List.of();

    @Option(names = "--name", paramLabel = "TEXT", description = "What people call it.")
    private @Nullable String name;

    @Option(names = "--prefix", paramLabel = "TEXT", description = "Only counters that begin so.")
    private @Nullable String prefix;

    @Option(names = "--delta-one", description = "Only events of delta 1.")
    private boolean deltaOne;

    @Option(names = "--origin", paramLabel = "URL", description = "A page that may use it.")
    private List<String> origins = List.of();

    @Option(names = "--rate", paramLabel = "N", description = "Tokens a second; an event costs 1.")
    private @Nullable Integer rate;

    @Option(names = "--expires", paramLabel = "TIME", description = "When it ends by itself.")
    private @Nullable String expires;

    @Option(
        names = "--link",
        description = {
          "Prints a link to the dashboard, which has the key; of one scope, such as read:votes, with"
              + " --expires. Delete the key to revoke the link."
        })
    private boolean link;

    @Override
    int run(Service service) {
      if (link
          && (expires == null
              || scopes.size() != 1
              || !READ_ONE.matcher(scopes.get(0)).matches())) {
        throw bad("--link needs --expires, and one scope such as read:votes");
      }
      JsonObject asked = new JsonObject().put("scopes", scopes);
      if (name != null) {
        asked.put("name", name);
      }
      if (prefix != null) {
        asked.put("prefix", prefix);
      }
      if (deltaOne) {
        asked.put("delta", 1);
      }
      if (!origins.isEmpty()) {
        asked.put("origins", origins);
      }
      if (rate != null) {
        asked.put("rate", rate);
      }
      if (expires != null) {
        asked.put("expires", expires);
      }
      JsonObject answer = service.change("POST", PATH, asked);
      if (link) {
        answer.put("link", link(service, answer.text("key", "")));
      }
      return print(answer, () -> out().println(answer.text(link ? "link" : "key", "")));
    }

    /** The key is behind the #, which no browser sends to a server. */
    private String link(Service service, String key) {
      // the page may list the counters that begin as it searches, and no others
      return service.base().resolve("/#key=")
          + Service.segment(key)
          + "&namespace="
          + scopes.get(0).substring(READ.length())
          + (prefix == null ? "" : "&search=" + Service.segment(prefix));
    }
  }

  /** {@code keys delete}: deletes a key. */
  @Command(name = "delete", description = "Deletes a key: it opens nothing any more after 30 s.")
  static final class Delete extends ServiceCommand {
    @Parameters(paramLabel = "ID", description = "What follows qk_ in it.")
    private String id = "";

    @Mixin private final Confirmation confirmation = new Confirmation();

    @Override
    int run(Service service) {
      confirmation.require("Delete the key " + id + "?");
      JsonObject answer = service.change("DELETE", PATH + "/" + Service.segment(id), null);
      return print(answer, () -> out().println("Deleted " + Table.plain(id)));
    }
  }
}
