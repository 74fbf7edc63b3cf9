package io.quipu.dev;

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
      Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
