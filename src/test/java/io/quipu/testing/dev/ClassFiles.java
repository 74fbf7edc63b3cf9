package io.quipu.testing.dev;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Single compiled classes, put on the class path of another process. */
public final class ClassFiles {
  private ClassFiles() {}

  /** Copies the class, which must have no nested ones, below a class path directory. */
  public static void copy(Class<?> type, Path directory) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    Path target = directory.resolve(name);
    Files.createDirectories(target.getParent());
    try (InputStream in = type.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new IOException("No class file of " + type);
      }
      // whole or not at all: a process that another test starts may be reading it
      Path written = Files.createTempFile(target.getParent(), "class", null);
      Files.copy(in, written, StandardCopyOption.REPLACE_EXISTING);
      Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
