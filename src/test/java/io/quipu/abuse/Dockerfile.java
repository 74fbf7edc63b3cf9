package io.quipu.abuse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The options that the image starts Java with, so that what is attacked is what is shipped. */
final class Dockerfile {
  private static final Pattern OPTION = Pattern.compile("\"(-XX:[^\"]+)\"");

  private Dockerfile() {}

  static List<String> javaOptions() throws IOException {
    Path file = Path.of(System.getProperty("basedir", "")).resolve("Dockerfile");
    List<String> options = new ArrayList<>();
    Matcher option = OPTION.matcher(Files.readString(file));
    while (option.find()) {
      options.add(option.group(1));
    }
    if (options.isEmpty()) {
      throw new IllegalStateException("no options of Java in " + file);
    }
    return options;
  }
}
