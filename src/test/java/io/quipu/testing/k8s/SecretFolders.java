package io.quipu.testing.k8s;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/** Secrets as folders, which the user of a pod may read: Secrets of Podman 4.3 hold text only. */
record SecretFolders(Path folder) {
  /** Writes one. */
  void put(String name, Map<String, byte[]> content) {
    try {
      Path secret = Files.createDirectories(folder.resolve(name));
      Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rwxr-xr-x"));
      for (Map.Entry<String, byte[]> file : content.entrySet()) {
        Path written = Files.write(secret.resolve(file.getKey()), file.getValue());
        Files.setPosixFilePermissions(written, PosixFilePermissions.fromString("rw-r--r--"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
