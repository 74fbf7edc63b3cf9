package io.quipu.ops.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** All variables by name, read from {@code variables.txt}. */
public final class Table {
  static final Map<String, Variable> ROWS = read();

  private Table() {}

  static Variable row(String name) {
    return Objects.requireNonNull(ROWS.get(name), name);
  }

  private static Map<String, Variable> read() {
    Map<String, Variable> rows = new LinkedHashMap<>();
    String group = "";
    for (String line : text().split("\n", -1)) {
      if (line.startsWith("[")) {
        group = line.substring(1, line.length() - 1);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        String[] cells = line.split(" [|] ", -1);
        rows.put(cells[0], new Variable(group, cells[0], cells[1], cells[2], cells[3]));
      }
    }
    return rows;
  }

  private static String text() {
    try (InputStream in =
        Objects.requireNonNull(Table.class.getResourceAsStream("variables.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
