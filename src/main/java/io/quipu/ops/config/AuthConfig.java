package io.quipu.ops.config;

import io.quipu.service.auth.Credential;
import org.jspecify.annotations.Nullable;

/**
 * Who may use the API.
 *
 * @param bootstrap the key that may do everything from the start; null if there is none
 * @param rate events and requests a second of a caller whose key says nothing else; 0 for any
 * @param tokens which tokens are taken; null unless they are asked for
 */
public record AuthConfig(
    Method method, @Nullable Credential bootstrap, int rate, @Nullable TokenConfig tokens) {
  /** Everyone who can reach it may do everything. */
  public static final AuthConfig NONE = new AuthConfig(Method.NONE, null, 0);

  /** Without tokens. */
  public AuthConfig(Method method, @Nullable Credential bootstrap, int rate) {
    this(method, bootstrap, rate, null);
  }

  /** How callers say who they are. */
  public enum Method {
    /** They do not. */
    NONE,
    /** By a key of the service's own. */
    KEYS,
    /** By a token of an issuer. */
    JWT
  }
}
