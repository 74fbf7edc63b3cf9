package io.quipu.tools.cli;

import io.quipu.tools.cli.trust.Authorities;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of all commands that call the service. */
final class ServiceOptions {
  private static final String USUAL = "http://localhost:8080";

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = {"-u", "--url"},
      paramLabel = "URL",
      description = "The service (variable QUIPU_URL; otherwise " + USUAL + ").")
  private @Nullable String url;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description =
          "A file with the key or token, where the service asks for one (variable QUIPU_KEY holds"
              + " one itself).")
  private @Nullable Path keyFile;

  @Option(
      names = "--ca-file",
      paramLabel = "FILE",
      description =
          "Certificates in PEM: who alone may sign for an https service (variable QUIPU_CA_FILE;"
              + " otherwise whom Java trusts).")
  private @Nullable Path caFile;

  @Option(
      names = "--timeout",
      paramLabel = "S",
      description = "Seconds that an answer may take (${DEFAULT-VALUE}).")
  private int timeoutSeconds = 60;

  @Option(
      names = "--wait",
      description =
          "Waits for a service that is not there yet, for as long as --timeout says (watch: until"
              + " it is); otherwise that is an error at once.")
  private boolean waiting;

  @Option(names = "--json", description = "What the service answers, as it is.")
  private boolean json;

  /** Tells whether the answers of the service are printed unchanged. */
  boolean json() {
    return json;
  }

  /**
   * @param say takes lines about repeated requests
   * @throws ParameterException if an option is not valid
   */
  Service service(Consumer<String> say) {
    if (timeoutSeconds < 1) {
      throw bad("--timeout=" + timeoutSeconds + ": it must be 1 or more");
    }
    URI base = base();
    Duration timeout = Duration.ofSeconds(timeoutSeconds);
    return new Service(
        base,
        credentials(),
        timeout,
        "https".equals(base.getScheme()) ? authorities() : noAuthorities(base),
        new Contact(timeout, waiting, say));
  }

  private URI base() {
    String given =
        url != null ? url : Objects.requireNonNullElse(System.getenv("QUIPU_URL"), USUAL);
    try {
      URI base = new URI(given.endsWith("/") ? given.substring(0, given.length() - 1) : given);
      boolean web = "http".equals(base.getScheme()) || "https".equals(base.getScheme());
      if (web && base.getHost() != null && base.getQuery() == null) {
        return base;
      }
    } catch (URISyntaxException e) {
      throw bad("--url=" + given + ": " + e.getReason());
    }
    throw bad("--url=" + given + ": it must be such as " + USUAL);
  }

  private @Nullable String credentials() {
    if (keyFile == null) {
      return System.getenv("QUIPU_KEY");
    }
    try {
      return Files.readString(keyFile).strip();
    } catch (IOException e) {
      throw bad("--key-file=" + keyFile + " cannot be read");
    }
  }

  /** Refuses {@code --ca-file} without https, because its user expects encryption. */
  private @Nullable Authorities noAuthorities(URI base) {
    if (caFile != null) {
      throw bad("--ca-file=" + caFile + ": " + base + " is not https");
    }
    return null;
  }

  private @Nullable Authorities authorities() {
    String variable = System.getenv("QUIPU_CA_FILE");
    Path file = caFile != null || variable == null ? caFile : Path.of(variable);
    if (file == null) {
      return null;
    }
    try {
      return Authorities.of(file);
    } catch (IOException | GeneralSecurityException e) {
      throw bad("--ca-file=" + file + " has no certificates in PEM");
    }
  }

  private ParameterException bad(String line) {
    CommandSpec given = Objects.requireNonNull(spec, "set by picocli");
    return new ParameterException(given.commandLine(), line);
  }
}
