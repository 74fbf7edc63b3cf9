package io.quipu.edge.http.pages;

import io.quipu.edge.response.ProblemType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The meaning of a type of problem, and the advice for the caller. Read from {@code problems.txt}.
 *
 * @param means what has happened, and whether anything was written
 * @param advice what the caller can do
 */
record ProblemHelp(String means, String advice) {
  private static final Map<String, ProblemHelp> BY_URI = read();

  static ProblemHelp of(ProblemType type) {
    return Objects.requireNonNull(BY_URI.get(type.uri()), type.uri());
  }

  private static Map<String, ProblemHelp> read() {
    Map<String, ProblemHelp> read = new HashMap<>();
    for (String line : text().split("\n", -1)) {
      if (!line.isEmpty() && !line.startsWith("#")) {
        String[] cells = line.split(" [|] ", -1);
        for (String type : cells[0].split(" ", -1)) {
          read.put("/problems/" + type, new ProblemHelp(cells[1], cells[2]));
        }
      }
    }
    return read;
  }

  private static String text() {
    try (InputStream in =
        Objects.requireNonNull(ProblemHelp.class.getResourceAsStream("problems.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
