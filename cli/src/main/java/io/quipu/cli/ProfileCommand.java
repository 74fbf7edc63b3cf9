package io.quipu.cli;

import io.quipu.cli.profile.Profile;
import io.quipu.cli.profile.ProfileFailure;
import io.quipu.cli.profile.Profiles;
import io.quipu.cli.screen.Table;
import io.quipu.cli.screen.Terminal;
import io.quipu.cli.service.ServiceAddress;
import io.quipu.cli.spelling.Nearest;
import io.quipu.client.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code profile}: prints the profiles of the user. */
@Command(
    name = "profile",
    subcommands = {ProfileCommand.Put.class, ProfileCommand.Delete.class},
    description = {
      "Prints the profiles: addresses of services, each with its key, under a name for --profile.",
      "The file is ~/.config/quipu/profiles.json, or in XDG_CONFIG_HOME; on Windows in APPDATA."
    })
public final class ProfileCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--json", description = "For programs.")
  private boolean json;

  @Override
  public Integer call() {
    Map<String, Profile> all = all(spec);
    if (json) {
      List<JsonObject> profiles = new ArrayList<>();
      all.forEach(
          (name, profile) ->
              profiles.add(new JsonObject().put("profile", name).put("url", profile.url())));
      out(spec, new JsonObject().put("profiles", profiles).toString());
      return 0;
    }
    Table table = new Table("PROFILE", "URL", "KEY");
    all.forEach(
        (name, profile) -> table.add(name, profile.url(), profile.key() == null ? "none" : "set"));
    table.print(spec.commandLine().getOut());
    return 0;
  }

  /** {@code profile set}: writes a profile. */
  @Command(
      name = "set",
      description = {
        "Writes a profile, in place of that of the same name.",
        "The key is asked for on a terminal, and otherwise read from standard input: a line, or"
            + " nothing for no key."
      })
  static final class Put implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "NAME", description = "Its name.")
    private String name = "";

    @Option(names = "--url", required = true, paramLabel = "URL", description = "The service.")
    private String url = "";

    @Option(
        names = "--ca-file",
        paramLabel = "FILE",
        description = "Certificates in PEM: who alone may sign for an https service.")
    private @Nullable Path caFile;

    @Override
    public Integer call() throws IOException {
      if (name.isEmpty()) {
        throw bad(spec, "NAME is empty: it must have 1 character at least, such as prod");
      }
      if (!ServiceAddress.isOne(url)) {
        throw bad(spec, "--url=" + url + ": " + ServiceAddress.FORM);
      }
      String certificates = caFile == null ? null : caFile.toAbsolutePath().toString();
      try {
        Profiles profiles = profiles();
        profiles.put(name, new Profile(url, key(), certificates));
        out(spec, "Use it with --profile=" + Table.plain(name) + " or QUIPU_PROFILE");
        return 0;
      } catch (ProfileFailure e) {
        throw bad(spec, String.valueOf(e.getMessage()));
      }
    }

    private static @Nullable String key() throws IOException {
      String line;
      if (Terminal.isThere()) {
        char[] typed = Terminal.console().readPassword("Key (nothing for none): ");
        line = typed == null ? null : new String(typed);
      } else {
        // not closed: standard input is not this command's own
        line =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
      }
      String key = Objects.requireNonNullElse(line, "").strip();
      return key.isEmpty() ? null : key;
    }
  }

  /** {@code profile delete}: deletes a profile. */
  @Command(name = "delete", description = "Deletes a profile. Its key still opens the service.")
  static final class Delete implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "NAME", description = "Its name.")
    private String name = "";

    @Override
    public Integer call() {
      of(spec, "NAME", name);
      try {
        profiles().put(name, null);
      } catch (ProfileFailure e) {
        throw bad(spec, String.valueOf(e.getMessage()));
      }
      out(spec, "Deleted " + Table.plain(name));
      return 0;
    }
  }

  /**
   * Returns a profile.
   *
   * @param given the option or variable that names it
   * @throws ParameterException if there is none, or the file is not to be used
   */
  static Profile of(CommandSpec spec, String given, String name) {
    Map<String, Profile> all = all(spec);
    Profile profile = all.get(name);
    if (profile == null) {
      throw bad(
          spec,
          given
              + ": there is no profile "
              + Table.plain(name + " (quipu profile set)" + Nearest.hint(name, all.keySet())));
    }
    return profile;
  }

  private static Map<String, Profile> all(CommandSpec spec) {
    try {
      return profiles().all();
    } catch (ProfileFailure e) {
      throw bad(spec, String.valueOf(e.getMessage()));
    }
  }

  private static Profiles profiles() {
    return Profiles.ofUser(System.getenv());
  }

  private static void out(CommandSpec spec, String line) {
    spec.commandLine().getOut().println(line);
  }

  private static ParameterException bad(CommandSpec spec, String line) {
    return new ParameterException(spec.commandLine(), line);
  }
}
