package io.quipu.ops.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A file that contains only a secret, as Kubernetes and Docker mount secrets. */
final class SecretFile {
  private static final int MOST_BYTES = 64 * 1024;

  private SecretFile() {}

  /**
   * Reads a secret without the last line end, because editors add one.
   *
   * @param variable the variable that names the file, for error messages
   */
  static String read(String variable, String file) {
    String text;
    try {
      Path path = Path.of(file);
      if (Files.size(path) > MOST_BYTES) {
        throw InvalidConfiguration.unshown(variable, "allowed is a file of at most 64 KiB");
      }
      text = Files.readString(path, StandardCharsets.UTF_8);
    } catch (IOException | InvalidPathException e) {
      throw InvalidConfiguration.unshown(
          variable, "allowed is the path of a file with the secret that can be read");
    }
    String secret = withoutLineEnd(text);
    if (secret.isEmpty()) {
      throw InvalidConfiguration.unshown(
          variable, "allowed is a file with the secret, this one is empty");
    }
    return secret;
  }

  private static String withoutLineEnd(String text) {
    if (text.endsWith("\r\n")) {
      return text.substring(0, text.length() - 2);
    }
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }
}
