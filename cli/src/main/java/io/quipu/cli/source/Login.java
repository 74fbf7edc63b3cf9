package io.quipu.cli.source;

import org.jspecify.annotations.Nullable;

/**
 * The login of a source.
 *
 * @param user null for the default user of the source
 * @param password null if none was given
 */
public record Login(@Nullable String user, @Nullable String password) {
  @Override
  public String toString() {
    return "Login[" + user + "]";
  }
}
