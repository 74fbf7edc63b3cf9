package io.quipu.cli.options;

import io.quipu.cli.service.Complaint;
import io.quipu.cli.source.Login;
import io.quipu.cli.source.Source;
import io.quipu.cli.source.SourceAddress;
import io.quipu.cli.source.cassandra.CassandraSource;
import io.quipu.cli.source.redis.FieldNames;
import io.quipu.cli.source.redis.RedisSource;
import io.quipu.cli.trust.Authorities;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for a source that is not a file. */
public final class SourceOptions {
  private static final String PASSWORD = "QUIPU_SOURCE_PASSWORD";

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--match",
      paramLabel = "PATTERN",
      description = "Of Redis only keys such as page:*; SCAN has the rules.")
  private @Nullable String match;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description =
          "A file that has the source's password in its first line (variable "
              + PASSWORD
              + " holds one itself). The user's name is in the address: redis://NAME@host.")
  private @Nullable Path passwordFile;

  @Option(
      names = "--tls",
      description = "Encrypts what comes from the source; rediss:// does, too.")
  private boolean tls;

  @Option(
      names = "--source-ca-file",
      paramLabel = "FILE",
      description = "Certificates in PEM: who alone may sign for the source; implies --tls.")
  private @Nullable Path caFile;

  /**
   * Connects to a source.
   *
   * @param text the address of the source
   * @param names the names of the counters of fields in Redis, asked for if it is one
   * @param timeout how long each answer of the source may take
   * @throws ParameterException if the address or an option is not valid
   * @throws io.quipu.cli.source.SourceFailure if the source cannot be opened
   */
  public Source open(String text, Supplier<FieldNames> names, Duration timeout) {
    SourceAddress address;
    try {
      address = SourceAddress.parse(text);
    } catch (IllegalArgumentException e) {
      // not the address itself, which may have a password
      throw bad("ADDRESS: " + e.getMessage());
    }
    Authorities encryption = authorities(tls || address.scheme() == SourceAddress.Scheme.REDISS);
    Login login = new Login(address.user(), password());
    if (login.user() != null && login.password() == null) {
      throw bad(
          "--password-file is missing: the address names the user "
              + login.user()
              + ", and a file must have its password");
    }
    if (address.scheme() == SourceAddress.Scheme.CASSANDRA) {
      if (match != null) {
        throw bad(
            "--match=" + match + " is for redis://, and the address is of Cassandra: leave it out");
      }
      return CassandraSource.open(address, login, encryption, timeout);
    }
    return RedisSource.open(address, login, encryption, match, names.get(), timeout);
  }

  /** The authorities to trust; null for a source without encryption. */
  private @Nullable Authorities authorities(boolean encrypted) {
    if (caFile == null) {
      return encrypted ? Authorities.ofTheJvm() : null;
    }
    try {
      return Authorities.of(caFile);
    } catch (IOException e) {
      throw bad("--source-ca-file=" + caFile + " cannot be read: " + Complaint.ofFile(e));
    } catch (GeneralSecurityException e) {
      throw bad("--source-ca-file=" + caFile + " has no certificates in PEM (BEGIN CERTIFICATE)");
    }
  }

  private @Nullable String password() {
    if (passwordFile == null) {
      return System.getenv(PASSWORD);
    }
    try {
      return Files.readString(passwordFile).lines().findFirst().orElse("");
    } catch (IOException e) {
      throw bad("--password-file=" + passwordFile + " cannot be read: " + Complaint.ofFile(e));
    }
  }

  private ParameterException bad(String line) {
    CommandSpec given = Objects.requireNonNull(spec, "set by picocli");
    return new ParameterException(given.commandLine(), line);
  }
}
