package io.quipu.tools.cli.source;

import io.quipu.tools.cli.trust.Authorities;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * TLS on the way to a source, which has to name its host.
 *
 * @param authorities whom alone to trust; null for the authorities that the JVM trusts
 */
public record Encryption(@Nullable Authorities authorities) {

  /** Makes the context for the JDK. */
  public SSLContext context() {
    try {
      return authorities == null ? SSLContext.getDefault() : authorities.context();
    } catch (NoSuchAlgorithmException e) {
      throw new SourceFailure("This JVM has no TLS: " + e.getMessage());
    }
  }
}
