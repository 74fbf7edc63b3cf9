package io.quipu.lab.abuse;

import io.quipu.testing.dev.BuildDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The options that the image starts Java with, so that what is attacked is what is shipped. */
final class Dockerfile {
  private static final Pattern OPTION = Pattern.compile("\"(-(?:[XD]|-add)[^\"]+)\"");

  private static final Pattern ENVIRONMENT = Pattern.compile("(MALLOC_[A-Z_]+)=([0-9]+)");

  private Dockerfile() {}

  /** The settings of the image for the C library. */
  static Map<String, String> environment() throws IOException {
    Map<String, String> environment = new HashMap<>();
    Matcher variable = ENVIRONMENT.matcher(text());
    while (variable.find()) {
      environment.put(variable.group(1), variable.group(2));
    }
    if (environment.isEmpty()) {
      throw new IllegalStateException("nothing for the C library in the image");
    }
    return environment;
  }

  private static String text() throws IOException {
    return Files.readString(BuildDirectory.repository().resolve("Dockerfile"));
  }

  static List<String> javaOptions() throws IOException {
    List<String> options = new ArrayList<>();
    Matcher option = OPTION.matcher(text());
    while (option.find()) {
      options.add(option.group(1));
    }
    if (options.isEmpty()) {
      throw new IllegalStateException("no options of Java in the image");
    }
    return options;
  }
}
