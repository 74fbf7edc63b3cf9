package io.quipu.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first example of a README, as a newcomer copies it. */
final class ReadmeExample {
  private ReadmeExample() {}

  /** The program in the first block of a language. */
  static String of(Path folder, String language) {
    try {
      Matcher block =
          Pattern.compile("(?s)```" + language + "\n(.*?)```")
              .matcher(Files.readString(folder.resolve("README.md")));
      if (!block.find()) {
        throw new AssertionError("no example in the README of " + folder);
      }
      return block.group(1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
