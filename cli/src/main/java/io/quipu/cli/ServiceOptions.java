package io.quipu.cli;

import io.quipu.cli.profile.Profile;
import io.quipu.cli.service.Complaint;
import io.quipu.cli.service.Contact;
import io.quipu.cli.service.Service;
import io.quipu.cli.service.ServiceAddress;
import io.quipu.cli.trust.Authorities;
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
      names = "--profile",
      paramLabel = "NAME",
      description =
          "The address and key that quipu profile set has written (variable QUIPU_PROFILE), in the"
              + " place of the other variables.")
  private @Nullable String profileName;

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

  @Option(
      names = "--json",
      description = "Prints JSON: the answer of the service, and what the command works out of it.")
  private boolean json;

  /** Tells whether answers are printed as JSON. */
  boolean json() {
    return json;
  }

  /**
   * @param say takes lines about repeated requests
   * @throws ParameterException if an option is not valid
   */
  Service service(Consumer<String> say) {
    if (timeoutSeconds < 1) {
      throw bad("--timeout=" + timeoutSeconds + ": it must be 1 or more seconds");
    }
    Profile profile = profile();
    URI base = base(profile);
    Duration timeout = Duration.ofSeconds(timeoutSeconds);
    return new Service(
        base,
        credentials(profile, base),
        timeout,
        "https".equals(base.getScheme()) ? authorities(profile) : noAuthorities(base),
        new Contact(timeout, waiting, say));
  }

  private @Nullable Profile profile() {
    if (profileName != null) {
      return ProfileCommand.of(given(), "--profile", profileName);
    }
    String variable = System.getenv("QUIPU_PROFILE");
    return variable == null || variable.isEmpty()
        ? null
        : ProfileCommand.of(given(), "QUIPU_PROFILE", variable);
  }

  private URI base(@Nullable Profile profile) {
    String address =
        url != null
            ? url
            : profile != null
                ? profile.url()
                : Objects.requireNonNullElse(System.getenv("QUIPU_URL"), USUAL);
    try {
      return ServiceAddress.parse(address);
    } catch (URISyntaxException e) {
      throw bad(
          given("--url", url, profile, "QUIPU_URL") + "=" + address + ": " + ServiceAddress.FORM);
    }
  }

  /** Returns where a value was given: as an option, in a profile, or as a variable. */
  private static String given(
      String option, @Nullable Object value, @Nullable Profile profile, String variable) {
    return value != null ? option : profile != null ? "The profile's " + option : variable;
  }

  private @Nullable String credentials(@Nullable Profile profile, URI base) {
    if (keyFile != null) {
      try {
        return Files.readString(keyFile).strip();
      } catch (IOException e) {
        throw bad("--key-file=" + keyFile + " cannot be read: " + Complaint.ofFile(e));
      }
    }
    if (profile == null) {
      return System.getenv("QUIPU_KEY");
    }
    if (profile.key() != null && url != null && !isOf(profile, base)) {
      throw bad(
          "--url="
              + url
              + " is not the address of the profile, whose key would be shown there:"
              + " give --key-file, too");
    }
    return profile.key();
  }

  private static boolean isOf(Profile profile, URI base) {
    try {
      return ServiceAddress.parse(profile.url()).equals(base);
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** Refuses {@code --ca-file} without https, because its user expects encryption. */
  private @Nullable Authorities noAuthorities(URI base) {
    if (caFile != null) {
      throw bad(
          "--ca-file="
              + caFile
              + " is for https: leave it out, or give --url=https://..., not "
              + base);
    }
    return null;
  }

  private @Nullable Authorities authorities(@Nullable Profile profile) {
    String kept = profile == null ? System.getenv("QUIPU_CA_FILE") : profile.caFile();
    Path file = caFile != null || kept == null ? caFile : Path.of(kept);
    if (file == null) {
      return null;
    }
    try {
      return Authorities.of(file);
    } catch (IOException e) {
      throw bad(certificates(file, profile) + " cannot be read: " + Complaint.ofFile(e));
    } catch (GeneralSecurityException e) {
      throw bad(certificates(file, profile) + " has no certificates in PEM (BEGIN CERTIFICATE)");
    }
  }

  private String certificates(Path file, @Nullable Profile profile) {
    return given("--ca-file", caFile, profile, "QUIPU_CA_FILE") + "=" + file;
  }

  private CommandSpec given() {
    return Objects.requireNonNull(spec, "set by picocli");
  }

  private ParameterException bad(String line) {
    return new ParameterException(given().commandLine(), line);
  }
}
